import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Conversations' }).getByRole('link');
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) });

test('views, filters, sorts and snooze of the list, by mouse and by keys', async ({ page, home }) => {
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

  await test.step('a snoozed conversation is out of the way until the customer writes', async () => {
    await page.goto(`${server.url}/inbox/${ids[1]}?view=active`);
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
    const untilReply = page.getByRole('menuitem', { name: 'Until they reply' });
    // Keys reach the screen as soon as it listens.
    await expect(async () => {
      await page.keyboard.press('h');
      await expect(untilReply).toBeVisible({ timeout: 500 });
    }).toPass();
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
