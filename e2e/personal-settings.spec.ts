import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { business, signInOverApi, waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('a personal time zone is saved when chosen, shown, undone, and applied on the next device', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/personal/edit');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toHaveValue(/^As this device: London, Europe/);
  await zone.fill('Auckland');
  await page.getByRole('option', { name: /^Auckland, Pacific/ }).click();
  await expect(page.getByText('Time zone saved').first()).toBeVisible();
  await expect(zone).toHaveValue(/^Auckland, Pacific/);
  await expectAccessible(page, 'personal settings');
  await page.goto(`${server.url}/settings/personal`);
  await expect(page.getByText(/^Auckland, Pacific/)).toBeVisible();

  await test.step('times are shown in it', async () => {
    const token = await signInOverApi(server, user);
    await writeAsCustomer(server, token, 'My brake squeals');
    const threadId = await waitForThread(server, token, 'My brake squeals');
    const path = `/api/threads/${threadId}/messages`;
    const { data } = await apiCall<{ data: { timestamp: string }[] }>(server.url, 'GET', path, undefined, token);
    const hourIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
        new Date(data[0]?.timestamp ?? ''),
      );
    await page.goto(`${server.url}/inbox/${threadId}`);
    await expect(page.getByRole('main').getByText(hourIn('Pacific/Auckland')).first()).toBeVisible();
    await expect(page.getByRole('main').getByText(hourIn('Europe/London'))).toHaveCount(0);
  });

  await page.goto(`${server.url}/settings/personal/edit`);
  await zone.fill('Tokyo');
  await page.getByRole('option', { name: /^Tokyo, Asia/ }).click();
  await expect(page.getByText('Time zone saved').first()).toBeVisible();
  await expect(zone).toHaveValue(/^Tokyo, Asia/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(zone).toHaveValue(/^Auckland, Pacific/);
  await page.reload();
  await expect(zone).toHaveValue(/^Auckland, Pacific/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the accounts are a sheet over the current page', async ({ page, home }) => {
    const { server, user } = home;
    const token = await home.token();
    await apiCall(server.url, 'POST', '/api/clients', { ...business, name: 'Heron Bike Hire' }, token);
    await signIn(page, server, user, '/settings');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Switch account' }).click();
    const sheet = page.getByRole('dialog', { name: 'Choose an account' });
    await expect(sheet.getByRole('button', { name: /Heron Bike Hire/ }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/settings$/);
    // It slides in as it appears.
    await expect
      .poll(async () => {
        const box = await sheet.boundingBox();
        return box && { bottom: Math.round(box.y + box.height), width: box.width };
      })
      .toEqual({ bottom: 844, width: 390 });
    await expectAccessible(page, 'the accounts as a sheet');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/settings$/);

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Switch account' }).click();
    await sheet.getByRole('link', { name: 'Create a new account' }).click();
    await expect(page).toHaveURL(/\/initial-setup\/business-info/);
    await expect(sheet).toHaveCount(0);

    await page.goto(`${server.url}/switch-account`);
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await expectAccessible(page, '/switch-account on a phone');
    await expectNoHorizontalScroll(page, '/switch-account on a phone');
    await page.locator('[data-account]').filter({ hasText: 'Heron Bike Hire' }).click();
    await expect(page).not.toHaveURL(/switch-account/);
  });
});
