import type { Page } from '@playwright/test';
import { addContacts } from './support/contacts.ts';
import { expect, signIn, test } from './support/test.ts';

/* A customer is found and named once, in whatever form and script the number is typed or pasted. */

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Contacts' }).getByRole('row').filter({ hasText: name });

test('a number is read in WhatsApp’s form, an old form of its country, and other scripts', async ({
  page,
  home,
  watch,
}) => {
  const { server, user } = home;
  await addContacts(server, await home.token(), [{ name: 'Ada Lovelace', phone_number: '+447700900101' }]);
  await signIn(page, server, user);

  for (const [typed, saved, name] of [
    ['+521 55 1234 5678', '+52 55 1234 5678', 'Lupita Reyes'],
    ['22507123456', '+225 07 07 12 3456', 'Aya Kouassi'],
    ['\u202a+٣٣ ٦ ٣٩ ٩٨ ٤١ ٠٧\u202c', '+33 6 39 98 41 07', 'Leila Haddad'],
  ] as const) {
    await test.step(`${typed} is saved as ${saved}`, async () => {
      await page.goto(`${server.url}/contacts/add`);
      await page.getByLabel('Phone').fill(typed);
      await page.getByLabel('Name').fill(name);
      await expect(page.getByText(`Saved as ${saved}`)).toBeVisible();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText(`${name} is added.`)).toBeVisible();
    });
  }

  await test.step('the same customer in another form is not added twice', async () => {
    await page.goto(`${server.url}/contacts/add?phone=5215512345678`);
    await expect(page.getByText('Saved as +52 55 1234 5678')).toBeVisible();
    for (const [typed, name] of [
      ['5215512345678', 'Lupita Reyes'],
      ['+44 (0)7700 900101', 'Ada Lovelace'],
    ] as const) {
      await page.getByLabel('Phone').fill(typed);
      await page.getByLabel('Name').focus();
      await expect(page.getByText(`${name} has this number already.`)).toBeVisible();
    }
    await page.getByLabel('Phone').fill('');
  });

  await test.step('the table is searched by it', async () => {
    await page.getByRole('link', { name: 'Cancel' }).click();
    const leave = page.getByRole('alertdialog').getByRole('button', { name: 'Leave' });
    await leave
      .or(page.getByRole('searchbox', { name: 'Name or number' }))
      .first()
      .waitFor();
    if (await leave.isVisible()) await leave.click();
    const search = page.getByRole('searchbox', { name: 'Name or number' });
    for (const [typed, name] of [
      ['٠٧٧٠٠ ٩٠٠١٠١', 'Ada Lovelace'],
      ['+225 07 12 34 56', 'Aya Kouassi'],
      ['000 52 1 55 1234 5678', 'Lupita Reyes'],
    ] as const) {
      await search.fill(typed);
      await expect(row(page, name)).toBeVisible();
      await expect(page.getByRole('table', { name: 'Contacts' }).locator('[data-row]')).toHaveCount(1);
    }
  });

  await test.step('recipients are the contacts, each once', async () => {
    await page.goto(`${server.url}/compose`);
    const to = page.getByRole('combobox', { name: 'To' });
    await to.fill('5215512345678، ＋52 55 1234 5678');
    await to.press('Enter');
    const chips = page.locator('[data-standing]');
    await expect(chips).toHaveCount(2);
    await expect(chips.nth(0)).toContainText('Lupita Reyes');
    await expect(chips.nth(0)).toHaveAttribute('data-standing', 'known');
    await expect(chips.nth(1)).toHaveAttribute('data-standing', 'duplicate');
  });
  watch.expectNothing();
});
