import type { ErasureReceipt, Thread } from '@parley/contract/types';
import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { addContacts } from './support/contacts.ts';
import { expect, signIn, test } from './support/test.ts';

test.describe.configure({ timeout: 360_000 });

test('message retention is changed in the business settings, which also list the receipt of an erased contact', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await addContacts(server, token, [{ name: 'Ada Lovelace', phone_number: '+447700900101' }]);
  await signIn(page, server, user);
  const kept = page.getByRole('region', { name: 'Data retention' });
  const erased = page.getByRole('region', { name: 'Erased contacts' });

  await test.step('the rule is shown as text, edited in days, and survives reload', async () => {
    await page.goto(`${server.url}/settings/business`);
    await expect(kept.getByText('Messages are stored until someone deletes them.')).toBeVisible();
    await expect(
      erased.getByText('No erased contacts. Erase a contact from its panel in Contacts; its receipt appears here.'),
    ).toBeVisible();
    await kept.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Message retention' });
    await dialog.getByRole('radio', { name: 'Deleted automatically' }).check();
    const days = dialog.getByLabel('Days until messages are deleted');
    await days.fill('0');
    await dialog.getByRole('button', { name: 'Delete old messages' }).click();
    await expect(dialog.getByText('Enter a whole number of days, 1 to 3650.')).toBeVisible();
    await expect(days).toBeFocused();
    await days.fill('90');
    await expect(dialog.getByText(/^Messages from before/)).toBeVisible();
    await expectAccessible(page, 'asking for days', { part: 'dialog[open]' });
    await dialog.getByRole('button', { name: 'Delete messages after 90 days' }).click();
    await expect(kept.getByText('Messages and their files are deleted after 90 days.')).toBeVisible();
    await page.reload();
    await expect(kept.getByText('Messages and their files are deleted after 90 days.')).toBeVisible();
  });

  await test.step('an erased contact leaves a receipt', async () => {
    await page.goto(`${server.url}/contacts`);
    await page
      .getByRole('table', { name: 'Contacts' })
      .getByRole('row')
      .filter({ hasText: 'Ada Lovelace' })
      .locator('[data-row-open]')
      .click();
    await page.getByRole('link', { name: 'Open as a page' }).click();
    await page.getByRole('button', { name: 'Export or erase their data' }).click();
    await page.getByRole('button', { name: 'Erase this contact' }).click();
    const dialog = page.getByRole('alertdialog', { name: /^Erase Ada Lovelace/ });
    await dialog.getByLabel(/Type ERASE/).fill('ERASE');
    await dialog.getByRole('button', { name: 'Erase permanently' }).click();
    await expect(page.getByText(/The receipt in Business settings shows when this is done/)).toBeVisible();
    await page.goto(`${server.url}/settings/business`);
    await expect(erased.getByText('Erased')).toBeVisible({ timeout: 60_000 });
    await erased.locator('summary').click();
    await expect(erased.getByText('Numbers and IDs')).toBeVisible();
    await expect(erased.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
    await expectAccessible(page, 'a receipt');
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoHorizontalScroll(page, 'a receipt on a small phone');
  });
});

/** Everything that this device stores of the account, as JSON. */
function onDevice(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const ask = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const kept = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name } of await indexedDB.databases()) {
      const database = await ask(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        kept.push(await ask(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    return JSON.stringify(kept);
  })()`);
}

test('erasing a contact removes their data and drafts from devices', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  const call = <T>(method: string, path: string, body?: object) => apiCall<T>(server.url, method, path, body, token);
  const marks = ['Mark of a message', 'Mark of a note', 'Mark of a draft'] as const;
  await writeAsCustomer(server, token, marks[0]);
  const id = await waitForThread(server, token, marks[0]);
  const { contact_id: contactId, contact } = await call<Thread>('GET', `/api/threads/${id}`);
  await signIn(page, server, user, `/inbox/${id}`);
  await call('POST', `/api/threads/${id}/notes`, { body: marks[1] });
  await expect(page.locator('[data-note]').filter({ hasText: marks[1] })).toBeVisible();
  // Saved before the contact is erased: a draft in flight would be refused with 404.
  const saved = page.waitForResponse((response) => response.url().endsWith('/draft'));
  await page.getByRole('textbox', { name: 'Reply' }).fill(marks[2]);
  await saved;
  const traces = [...marks, contact.phone_number ?? 'a number'];
  const blocked = async () => {
    const kept = await onDevice(page);
    return traces.filter((trace) => kept.includes(trace));
  };
  await expect.poll(blocked, { timeout: 60_000 }).toEqual(traces);
  await page.getByRole('link', { name: 'Contacts' }).first().click();
  await expect(page.getByRole('table', { name: 'Contacts' })).toBeVisible();
  const order = await call<ErasureReceipt>('POST', `/api/contacts/${contactId}/erase`, { confirm: 'ERASE' });
  const state = async () => (await call<ErasureReceipt>('GET', `/api/erasures/${order.id}`)).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
  await expect.poll(blocked, { timeout: 60_000 }).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'All contacts' })).toBeVisible();
  expect(await blocked()).toEqual([]);
});
