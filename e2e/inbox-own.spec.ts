import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('a view is saved from filters, and a conversation is unread again until it is opened', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  for (const name of ['Ana Silva', 'Jon Berg']) {
    await writeAsCustomer(server, token, `Hello from ${name}`, name);
    await waitForThread(server, token, `Hello from ${name}`);
  }
  const threadId = await waitForThread(server, token, 'Hello from Ana Silva');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}?view=active`);
  const list = page.getByRole('region', { name: 'Conversations' });
  const rows = list.getByRole('link');

  await test.step('a view of unread conversations, also after a reload', async () => {
    await list.getByRole('button', { name: 'Filter' }).click();
    await list.getByRole('button', { name: 'Unread' }).click();
    await expect(rows).toHaveCount(1);
    await list.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('To read');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    const entry = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^To read/ });
    await expect(entry).toHaveAttribute('aria-current', 'page');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Jon Berg');
  });

  await test.step('marked as unread, it is in the view again', async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Mark as unread/ }).click();
    await expect(rows).toHaveCount(2);
    await page.reload();
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: 'Ana Silva' })).toBeVisible();
  });
});

test('messages are starred and found in their conversation; a draft is on another device', async ({
  page,
  home,
  browser,
}) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the blue bell in stock?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the blue bell in stock?');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}?view=active`);
  const bubble = page.locator('[data-message]').filter({ hasText: 'Is the blue bell in stock?' });

  await test.step('starred, also after a reload', async () => {
    await bubble.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Star' }).click();
    await expect(bubble.getByRole('img', { name: 'Starred' })).toBeVisible();
    await page.reload();
    await expect(bubble.getByRole('img', { name: 'Starred' })).toBeVisible();
  });

  await test.step('found by its star and by its words', async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Starred messages' }).click();
    const panel = page.getByRole('search', { name: 'Search in conversation' });
    await expect(panel.getByRole('status')).toHaveText('1 message');
    await panel.getByRole('searchbox').fill('BLUE bell');
    await expect(panel.getByRole('button', { name: /blue bell/ })).toBeVisible();
    await panel.getByRole('searchbox').fill('green bell');
    await expect(panel.getByRole('status')).toHaveText('No results');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('what is typed here stands on a second device', async () => {
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/draft') && answer.request().method() === 'PUT',
    );
    await page.getByRole('textbox', { name: 'Reply' }).fill('Yes, two are left');
    await saved;
    const second = await (await browser.newContext()).newPage();
    await signIn(second, server, home.user);
    await second.goto(`${server.url}/inbox/${threadId}?view=active`);
    await expect(second.getByRole('textbox', { name: 'Reply' })).toHaveValue('Yes, two are left');
    await second.context().close();
  });
});
