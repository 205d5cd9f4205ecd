import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForInboxKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Conversations' }).getByRole('link');
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) });

test('views, filters, sorts and snooze of the list, by mouse and by keys', { tag: '@smoke' }, async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  const names = ['Noor Haddad', 'Ana Silva', 'Jon Berg'];
  const ids: string[] = [];
  for (const [minutes, name] of names.entries()) {
    await apiCall(server.url, 'PUT', '/api/sandbox/clock', { offset_ms: minutes * 60_000 }, token);
    await writeAsCustomer(server, token, `Hello from ${name}`, name);
    ids.push(await waitForThread(server, token, `Hello from ${name}`));
  }
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox`);
  await expect(rows(page)).toHaveCount(3);
  await expect(view(page, 'All active')).toContainText('3');

  await test.step('the longest waiting comes first, also after a reload', async () => {
    await expect(rows(page).first()).toContainText('Jon Berg');
    await page.getByRole('button', { name: /^Sort/ }).click();
    await page.getByRole('menuitemradio', { name: 'Longest waiting' }).click();
    await expect(rows(page).first()).toContainText('Noor Haddad');
    await page.reload();
    await expect(rows(page).first()).toContainText('Noor Haddad');
  });

  await test.step('filters keep what they say, and are taken off', async () => {
    await page.goto(`${server.url}/inbox/${ids[0]}?view=active`);
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Unread' }).click();
    await expect(rows(page)).toHaveCount(2);
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('custom fields, files and days, also typed, and after a reload', async () => {
    const { data } = await apiCall<{ data: { id: string; contact_id: string }[] }>(
      server.url,
      'GET',
      '/api/threads',
      undefined,
      token,
    );
    const contactId = data.find(({ id }) => id === ids[1])?.contact_id;
    await apiCall(server.url, 'PUT', `/api/contacts/${contactId}`, { custom_fields: { Plan: 'Pro' } }, token);
    await page.getByRole('button', { name: 'Custom field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Custom field' });
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Plan');
    await page.getByRole('option', { name: 'Plan' }).click();
    await dialog.getByRole('textbox', { name: /^Value/ }).fill('pro');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Ana Silva');
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Files' }).click();
    await expect(rows(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Date' }).click();
    await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click();
    await expect(page.getByRole('button', { name: 'Date: Last 7 days' })).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Search conversations' }).click();
    const search = page.getByRole('searchbox', { name: /^Search conversations/ });
    await search.fill('field:Plan=Pro ');
    await expect(page.getByRole('button', { name: 'Plan: Pro' })).toBeVisible();
    await search.press('Escape');
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('Alt and an arrow opens the next conversation while typing', async () => {
    await page.goto(`${server.url}/inbox/${ids[0]}?view=active`);
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.fill('Half a sentence');
    await expect(rows(page)).toHaveCount(3);
    await waitForInboxKeyboard(page);
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page).not.toHaveURL(new RegExp(ids[0] ?? ''));
    await expect(reply).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page).toHaveURL(new RegExp(ids[0] ?? ''));
    await expect(reply).toHaveValue('Half a sentence');
    await reply.fill('');
  });

  await test.step('the list is made wider, also after a reload', async () => {
    const edge = page.getByRole('separator', { name: 'List width' });
    await edge.focus();
    await page.keyboard.press('End');
    await expect(edge).toHaveAttribute('aria-valuenow', '380');
    await page.reload();
    await expect(edge).toHaveAttribute('aria-valuenow', '380');
    const list = page.getByRole('region', { name: 'Conversations' });
    await expect.poll(async () => (await list.boundingBox())?.width).toBe(380);
  });

  await test.step('a snoozed conversation is out of the way until the customer writes', async () => {
    await page.goto(`${server.url}/inbox/${ids[1]}?view=active`);
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
    const untilReply = page.getByRole('menuitem', { name: 'Until they reply' });
    await waitForInboxKeyboard(page);
    await page.keyboard.press('h');
    await untilReply.click();
    await expect(rows(page)).toHaveCount(2);
    await expect(view(page, 'Snoozed')).toContainText('1');
    await expect(view(page, 'All active')).toContainText('2');
    await page.reload();
    await view(page, 'Snoozed').click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Ana Silva');
    await writeAsCustomer(server, token, 'Are you there?', 'Ana Silva');
    await expect(rows(page)).toHaveCount(0);
    await view(page, 'All active').click();
    await expect(rows(page)).toHaveCount(3);
  });
});

test('an inbox before its first conversation, one where all is done, and every view say what is true', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  const put = (id: string, body: object) => apiCall(server.url, 'PUT', `/api/threads/${id}`, body, token);
  const list = page.getByRole('region', { name: 'Conversations' });
  await signIn(page, server, home.user, '/inbox?view=active');
  await expect(list.getByText('No conversations yet')).toBeVisible();
  await writeAsCustomer(server, token, 'Hello from Ana', 'Ana Silva');
  await writeAsCustomer(server, token, 'Hello from Bo', 'Bo Berg');
  await put(await waitForThread(server, token, 'Hello from Ana'), { state: 'DONE' });
  await put(await waitForThread(server, token, 'Hello from Bo'), { snoozed_until: 'reply' });
  await expect(list.getByText('All done')).toBeVisible();
  // The server counts the less often, the longer it takes.
  await expect(list.getByText('1 conversation done today.')).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(list.getByText('1 conversation done today.')).toBeVisible();
  await list.getByRole('link', { name: 'Show snoozed (1)' }).click();
  await expect(list.getByRole('link', { name: /Bo Berg/ })).toBeVisible();
  for (const [view, words] of [
    ['mine', 'No conversations assigned to you'],
    ['unassigned', 'No unassigned conversations'],
    ['mentions', 'No mentions'],
    ['closing', 'No windows closing soon'],
    ['overdue', 'Nothing overdue'],
    ['scheduled', 'Nothing scheduled'],
    ['failed', 'No failed messages'],
  ] as const) {
    await page.goto(`${server.url}/inbox?view=${view}`);
    await expect(list.getByText(words)).toBeVisible();
    await expect(list.getByText('No conversations yet')).toHaveCount(0);
  }
});
