import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('link').filter({ hasText: name });
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) });

test('a reply target: the mark in the inbox, the warning, what is overdue, and the reply that ends it', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  const clock = (minutes: number) =>
    apiCall(server.url, 'PUT', '/api/sandbox/clock', { offset_ms: minutes * 60_000 }, token);

  await apiCall(server.url, 'POST', '/api/labels', { name: 'VIP', color: 'red' }, token);
  await test.step('targets are added, sorted and deleted with undo, and survive a reload', async () => {
    await signIn(page, server, user, '/settings/business#reply-targets');
    const targets = page.getByRole('region', { name: 'Reply targets' });
    const dialog = page.getByRole('dialog');
    const choose = async (field: RegExp, typed: string, option: string) => {
      await dialog.getByRole('combobox', { name: field }).fill(typed);
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await targets.getByRole('button', { name: 'Add target' }).click();
    await choose(/^First reply within/, '1 h', '1 hour');
    await choose(/^Resolved within/, '4 h', '4 hours');
    await expectAccessible(page, 'reply target');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(targets.getByText('First reply 1 hour · Resolved 4 hours')).toBeVisible();
    await targets.getByRole('button', { name: 'Add target' }).click();
    await choose(/^Labels/, 'VIP', 'VIP');
    await choose(/^First reply within/, '5', '5 minutes');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const listed = targets.getByRole('listitem');
    await expect(listed).toContainText(['All conversations', 'VIP']);
    await targets.getByRole('button', { name: 'Move target 2 up' }).click();
    await expect(listed).toContainText(['VIP', 'All conversations']);
    await targets.getByRole('button', { name: 'Delete target 1' }).click();
    await expect(listed).toHaveCount(1);
    const toast = page.getByRole('status').filter({ hasText: 'Reply targets saved' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(listed).toContainText(['VIP', 'All conversations']);
    await targets.getByRole('switch', { name: 'Notify Admins and Owners of overdue replies' }).click();
    await expect(page.getByText('Turned on: Notify Admins and Owners of overdue replies')).toBeVisible();
    await expectAccessible(page, 'reply targets');
    await page.reload();
    await expect(listed).toContainText(['VIP', 'All conversations']);
    await expect(targets.getByRole('switch', { name: 'Notify Admins and Owners of overdue replies' })).toBeChecked();
  });

  await page.goto(`${server.url}/inbox`);
  await writeAsCustomer(server, token, 'When do you open?', 'Noor Haddad');
  const id = await waitForThread(server, token, 'When do you open?');
  const mark = (name: RegExp) => row(page, 'Noor Haddad').getByRole('img', { name });

  await test.step('the row says how much time is left, then warns, then says that it is overdue', async () => {
    await expect(mark(/^Reply due in (?:1 hour|59 minutes)$/)).toBeVisible();
    await expect(view(page, 'Overdue')).toContainText('0');
    await clock(35);
    await expect(mark(/^Reply due in 2[3-5] minutes$/)).toBeVisible();
    await expect(page.getByText(/^Reply due soon: Noor Haddad/)).toBeVisible({ timeout: 20_000 });
    await clock(65);
    await expect(mark(/^Reply overdue by \d minutes?$/)).toBeVisible();
    await expect(view(page, 'Overdue')).toContainText('1');
    await expect(page.getByText(/^Reply overdue: Noor Haddad/)).toBeVisible({ timeout: 20_000 });
  });

  await test.step('the view, the filter and the sort list it, also after a reload', async () => {
    await view(page, 'Overdue').click();
    await expect(row(page, 'Noor Haddad')).toBeVisible();
    await page.reload();
    await expect(mark(/^Reply overdue by/)).toBeVisible();
    await page.goto(`${server.url}/inbox?is=overdue&sort=due`);
    await expect(row(page, 'Noor Haddad')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sort: Due first' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Overdue', pressed: true })).toBeVisible();
    await expectAccessible(page, 'inbox with an overdue reply');
  });

  await test.step('the conversation says so too, on a phone as well, until a member replies', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/inbox/${id}`);
    const header = page.getByRole('img', { name: /^Reply overdue by/ });
    await expect(header.first()).toBeVisible();
    await expectNoHorizontalScroll(page, 'conversation with an overdue reply');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('textbox', { name: 'Reply' }).fill('At nine.');
    await page.getByRole('textbox', { name: 'Reply' }).press('Enter');
    const resolution = page.getByRole('img', { name: /^Resolution due in/ });
    await expect(header).toHaveCount(0);
    await expect(resolution.first()).toBeVisible();
    await expect(view(page, 'Overdue')).toContainText('0');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
    await expect(header).toHaveCount(0);
  });

  await test.step('then for its resolution, until it is done', async () => {
    await clock(250);
    await expect(page.getByRole('img', { name: /^Resolution overdue by/ }).first()).toBeVisible();
    await expect(view(page, 'Overdue')).toContainText('1');
    await page.getByRole('button', { name: 'Done', exact: true }).first().click();
    await expect(view(page, 'Overdue')).toContainText('0');
    await page.goto(`${server.url}/inbox?view=overdue`);
    await expect(page.getByText('Nothing overdue')).toBeVisible();
  });

  await test.step('the report has what was missed, and leads to the conversation', async () => {
    await clock(0);
    await page.goto(`${server.url}/reports#targets`);
    const totals = page.getByRole('table', { name: 'Reply targets' });
    await expect(totals.getByRole('row', { name: /^First reply 0%/ })).toBeVisible();
    await expectAccessible(page, 'report with reply targets');
    await totals.getByRole('button', { name: 'Show 1 missed target: First reply' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Noor Haddad' }).click();
    await expect(page).toHaveURL(new RegExp(`/inbox/${id}`));
  });
});
