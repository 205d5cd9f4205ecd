import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible } from './support/accessibility.ts';
import { claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import { addContacts } from './support/contacts.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search conversations by name or number' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });

test('contacts are found in all views, without accents and by national numbers', async ({
  page,
  freshServer: server,
  watch,
}) => {
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const call = <T>(method: string, path: string, body?: unknown) => apiCall<T>(server.url, method, path, body, token);
  await writeAsCustomer(server, token, 'Is my bike ready?', 'Inês');
  const done = await waitForThread(server, token, 'Is my bike ready?');
  await call('PUT', `/api/threads/${done}`, { state: 'DONE' });
  await writeAsCustomer(server, token, 'Good morning', 'Bruno');
  await waitForThread(server, token, 'Good morning');
  await addContacts(server, token, [{ name: 'Zoë Novák', phone_number: '+447700900634' }]);
  const { channel_id } = await call<{ channel_id: string }>('GET', `/api/threads/${done}`);
  await call('POST', '/api/campaigns', { name: 'News for Zoe', channel_id });

  await test.step('a cold Compose requests nothing unknown', async () => {
    await signIn(page, server, owner);
    await page.goto(`${server.url}/compose`);
    await expect(page.getByRole('combobox', { name: 'To' })).toBeVisible();
  });

  await test.step('only one command uses the slash', async () => {
    await page.goto(`${server.url}/inbox`);
    await expect(page.getByRole('button', { name: 'Search conversations' })).toHaveAttribute('aria-keyshortcuts', '/');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Search conversations')).toBeVisible();
    await expect(sheet.locator('kbd').getByText('/')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('the list searches every view, and says so', async () => {
    await page.keyboard.press('/');
    await field(page).fill('ines');
    await expect(list(page).getByText('Searched all conversations you can see')).toBeVisible();
    await expect(list(page).getByRole('link')).toHaveCount(1);
    await expect(list(page).getByRole('link')).toContainText('Inês');
    await expectAccessible(page, 'searching conversations');
    await field(page).fill('nobody at all');
    await expect(list(page).getByRole('heading', { name: 'No results' })).toBeVisible();
    // People without a conversation, and broadcasts, below the conversations.
    await field(page).fill('zoe');
    const group = (name: string) => list(page).getByRole('region', { name });
    await expect(group('Contacts').getByRole('link')).toContainText('Zoë Novák');
    await expect(group('Broadcasts').getByRole('link')).toContainText('News for Zoe');
    await expectAccessible(page, 'contacts and broadcasts that a search found');
    await field(page).fill('0770 0900634');
    await expect(group('Contacts').locator('mark')).toHaveText('7700 900634');
    await field(page).press('Escape');
    await expect(list(page).getByRole('link')).toContainText(['Bruno']);
  });

  await test.step('without the server it searches the device, and says so', async () => {
    watch.expect(...noAnswer);
    await page.route('**/api/threads?**', (route) => route.abort());
    await page.getByRole('button', { name: 'Search conversations' }).click();
    await field(page).fill('bru');
    await expect(list(page).getByText('Couldn’t reach the server. Searched this device only.')).toBeVisible();
    await expect(list(page).getByRole('link')).toContainText(['Bruno']);
    await page.unroute('**/api/threads?**');
    await field(page).fill('brun');
    await expect(list(page).getByText('Searched all conversations you can see')).toBeVisible();
    watch.expectNothing();
    await field(page).press('Escape');
  });

  await test.step('the palette searches the server for contacts, and matches whole words', async () => {
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('Inês');
    await expect(palette(page).getByRole('option', { name: /Inês/ }).first()).toBeVisible();
    await expect(palette(page).getByRole('option', { name: /Business/ })).toHaveCount(0);
    await palette(page).getByRole('combobox').fill('07700 900634');
    await palette(page)
      .getByRole('option', { name: /Zoë Novák/ })
      .click();
    await expect(page).toHaveURL(/\/contacts\?contact=/);
    await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
  });

  await test.step('the table and Compose find the same', async () => {
    await page.goto(`${server.url}/contacts`);
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('zoe novak');
    const rows = page.getByRole('table', { name: 'Contacts' }).locator('[data-row] [data-row-open] bdi');
    await expect(rows).toHaveText(['Zoë Novák']);
    await page.goto(`${server.url}/compose`);
    await page.getByRole('combobox', { name: 'To' }).fill('07700 900');
    await expect(page.getByRole('option', { name: /Zoë Novák/ })).toBeVisible();
  });

  await test.step('after deleting everything nothing stays selected', async () => {
    await page.goto(`${server.url}/contacts`);
    await page.getByRole('checkbox', { name: 'Select Zoë Novák' }).check();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await expect(bar).toBeVisible();
    await page.getByRole('button', { name: 'More about contacts' }).click();
    await page.getByRole('menuitem', { name: /Danger zone/ }).click();
    await page.getByLabel(/^Type .* to confirm$/).fill('Kestrel Cycles');
    await page.getByRole('button', { name: /^Delete all/ }).click();
    await expect(bar).toBeHidden();
  });

  await test.step('a user who completed the wizard sees no step as open', async () => {
    await call('PUT', '/api/client', { referral_source: 'friend' });
    await call('PUT', `/api/threads/${done}`, { state: 'ACTIVE' });
    const thread = await call<{ channel_id: string }>('GET', `/api/threads/${done}`);
    const text = { source: 'INBOX', type: 'text', text: { body: 'It is.' } };
    await call('POST', '/api/messages', { channel_id: thread.channel_id, thread_id: done, ...text });
    await page.goto(`${server.url}/initial-setup`);
    await expect(page.getByRole('heading', { name: 'Your account is set up' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Steps' })).toHaveCount(0);
  });
});
