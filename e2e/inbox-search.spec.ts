import { waitForThread, writeAsCustomer } from './support/api.ts';
import { delayRequests } from './support/delay-requests.ts';
import { waitForInboxKeyboard, waitForListKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';

test('search operators act as soon as they can mean nothing else, from: finds a contact, and the hint covers no row', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  for (const [from, text] of [
    ['Ana Silva', 'Is the bell in stock?'],
    ['Jon Berg', 'When do you open?'],
  ] as const) {
    await writeAsCustomer(server, token, text, from);
    await waitForThread(server, token, text);
  }
  await signIn(page, server, home.user, '/inbox');
  const list = page.getByRole('region', { name: 'Conversations' });
  const rows = list.getByRole('link');
  await expect(rows).toHaveCount(2);
  await waitForListKeyboard(page);
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search conversations by name or number' });
  await expect(field).toBeFocused();
  const hint = list.getByText('Also from:, is:unread', { exact: false });
  await expect(hint).toBeVisible();
  const [words, row] = [await hint.boundingBox(), await rows.first().boundingBox()];
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(row?.y ?? 0);

  await page.keyboard.type('from:ana');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Ana Silva');
  await expect(field).toHaveValue('from:ana');
  const messages = list.getByRole('region', { name: 'Messages' });
  await expect(messages).toBeHidden();
  await field.fill('from:ana you');
  await expect(rows).toHaveText([/Ana Silva/]);
  await field.fill('from:ana bell');
  await expect(messages).toContainText('Is the bell in stock?');
  await expect(rows).toHaveCount(2);
  await field.fill('from:an bell');
  await expect(messages).toContainText('Is the bell in stock?');
  await field.fill('');
  await page.keyboard.type('is:unread');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Unread', pressed: true })).toBeVisible();
  await expect(rows).toHaveCount(2);

  await test.step('a search stays open beside the conversation it found, which has the focus, until another view is chosen', async () => {
    await field.fill('ana');
    await expect(rows).toHaveCount(1);
    await rows.first().click();
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
    await expect(field).toHaveValue('ana');
    await expect(field).not.toBeFocused();
    const close = page.getByRole('button', { name: 'Close search' });
    await expect(close).toHaveAttribute('aria-keyshortcuts', /./);
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    await page.getByRole('link', { name: /^Done/ }).click();
    await expect(field).toBeHidden();
  });
});

test('no letter is lost while the search, the labels or the search in a conversation load', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is it green?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is it green?');
  await page.route(/(label-picker|search-field|conversation-search)-.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    await route.continue();
  });
  await signIn(page, server, home.user, `/inbox/${threadId}`);
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
  await waitForInboxKeyboard(page);
  // Among them are keys of the inbox: what is lost would open Compose or mark as done.
  const typed = 'cedar lane repairs';
  for (const [key, field] of [
    ['/', page.getByRole('searchbox', { name: 'Search conversations by name or number' })],
    ['f', page.getByRole('searchbox', { name: 'Search in conversation' })],
    ['l', page.getByRole('combobox', { name: 'Find or create a label' })],
  ] as const) {
    await page.keyboard.press(key);
    await page.keyboard.type(typed, { delay: 30 });
    await expect(field, key).toHaveValue(typed);
    await expect(field, key).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field, key).toBeHidden();
    await page.getByRole('button', { name: 'Done', exact: true }).focus();
  }
});

for (const [late, chunks] of [
  ['all keys', /\/assets\/(deferred-parts|inbox-shortcuts)-[^/]*\.js/],
  ['the keys of the inbox', /\/assets\/inbox-shortcuts-[^/]*\.js/],
] as const) {
  test(`what is typed as soon as the first row is there is searched for, with ${late} loaded later`, async ({
    page,
    home,
  }) => {
    const { server, user } = home;
    const token = await home.token();
    await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
    await waitForThread(server, token, 'Is the bell in stock?');
    await signIn(page, server, user, '/contacts');
    const letGo = await delayRequests(page, chunks);
    await page.goto(`${server.url}/inbox`);
    await expect(page.getByRole('link', { name: /Ana Silva/ })).toBeVisible();
    for (const key of '/ana') await page.keyboard.press(key);
    letGo();
    await expect(page.getByRole('searchbox', { name: 'Search conversations by name or number' })).toBeFocused();
    await expect(page.getByRole('searchbox', { name: 'Search conversations by name or number' })).toHaveValue('ana');
    await page.keyboard.type(' s');
    await expect(page.getByRole('searchbox', { name: 'Search conversations by name or number' })).toHaveValue('ana s');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
}

test('what is typed before the keys are there waits however long that takes; Escape or a press elsewhere takes it back', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  await waitForThread(server, token, 'Is the bell in stock?');
  await signIn(page, server, user, '/contacts');
  // For the page a minute goes by without waiting for it.
  await page.addInitScript(`{
    const now = performance.now.bind(performance);
    globalThis.laterMs = 0;
    performance.now = () => now() + laterMs;
  }`);
  const field = page.getByRole('searchbox', { name: 'Search conversations by name or number' });
  for (const takeBack of [null, 'Escape', 'press'] as const) {
    const letGo = await delayRequests(page, /\/assets\/(deferred-parts|inbox-shortcuts)-[^/]*\.js/);
    await page.goto(`${server.url}/inbox`);
    await expect(page.getByRole('link', { name: /Ana Silva/ })).toBeVisible();
    for (const key of '/ana') await page.keyboard.press(key);
    await page.evaluate('laterMs = 60_000');
    if (takeBack === 'Escape') await page.keyboard.press('Escape');
    if (takeBack === 'press') await page.getByRole('heading', { name: 'Inbox' }).first().click();
    letGo();
    if (takeBack === null) await expect(field).toHaveValue('ana');
    else {
      await waitForListKeyboard(page);
      await expect(field).toBeHidden();
    }
    await page.unrouteAll({ behavior: 'wait' });
  }
});
