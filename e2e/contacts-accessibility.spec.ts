import type { Locator, Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { animationsFinished } from './support/accessibility.ts';
import { addContacts } from './support/contacts.ts';
import { expect, signIn, test } from './support/test.ts';

// A busy machine is slow; every wait is for an asserted state.
test.describe.configure({ timeout: 360_000 });
// A chunk is delayed, which a service worker would hide.
test.use({ serviceWorkers: 'block' });

const row = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Contacts' }).getByRole('row').filter({ hasText: name });
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

test('saving a number waits for the phone library', async ({ page, home }) => {
  const { server, user } = home;
  await signIn(page, server, user);
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let asked = false;
  await page.route('**/assets/phone-number-*.js', async (route) => {
    asked = true;
    await arrived;
    await route.continue();
  });
  await page.goto(`${server.url}/contacts/add`);
  await page.getByLabel('Phone').fill('07700 900118');
  await page.getByLabel('Name').fill('Amara Okafor');
  await expect.poll(() => asked).toBe(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('This is not a phone number yet.')).toHaveCount(0);
  arrive();
  await expect(page.getByText('Amara Okafor is added.')).toBeVisible();
  await expect(row(page, 'Amara Okafor')).toContainText('+44 7700 900118');
  await page.unrouteAll({ behavior: 'wait' });
});

test('long names stay inside the merge dialog, and a single deleted contact is restored', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  await addContacts(server, token, [
    { name: longName, phone_number: '+447700900101' },
    { name: 'Ben Okafor', phone_number: '+447700900102' },
    { name: 'Cora Nkosi', phone_number: '+447700900103' },
  ]);
  await signIn(page, server, user);

  await test.step('merging shows full names and formatted numbers', async () => {
    await page.goto(`${server.url}/contacts`);
    for (const name of [longName, 'Ben Okafor']) await row(page, name).getByRole('checkbox').check();
    await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge 2 contacts' });
    const numbers = dialog.getByRole('group', { name: 'Phone number' });
    await expect(numbers.getByRole('radio', { name: '+44 7700 900102' })).toBeVisible();
    // While it opens, it has another size.
    await page.evaluate(animationsFinished);
    const frame = (await dialog.boundingBox()) ?? { x: 0, width: 0 };
    for (const choice of await dialog.locator('label').all()) {
      const box = await choice.boundingBox();
      expect((box?.x ?? Number.NaN) + (box?.width ?? 0)).toBeLessThanOrEqual(frame.x + frame.width);
    }
    await dialog.getByRole('button', { name: 'Not duplicates' }).click();
  });

  await test.step('one of two deleted contacts is restored from its row', async () => {
    for (const name of ['Ben Okafor', 'Cora Nkosi']) {
      const { data } = await apiCall<{ data: { id: string; name: string }[] }>(
        server.url,
        'GET',
        '/api/contacts',
        undefined,
        token,
      );
      const id = data.find((contact) => contact.name === name)?.id;
      await apiCall(server.url, 'DELETE', `/api/contacts/${id}`, undefined, token);
    }
    await page.getByRole('link', { name: 'Deleted' }).click();
    await expect(page.getByText('Deleted after 30 days')).toBeVisible();
    await page.getByRole('button', { name: 'Restore Ben Okafor' }).click();
    await expect(page.getByText('1 contact restored')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Restore Ben Okafor' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Restore Cora Nkosi' })).toBeVisible();
    await page.getByRole('link', { name: /^All contacts/ }).click();
    await expect(row(page, 'Ben Okafor')).toBeVisible();
    await expect(row(page, 'Cora Nkosi')).toHaveCount(0);
  });
});
