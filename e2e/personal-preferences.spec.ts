import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { business } from './support/api.ts';
import { waitForKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor, soon } from './support/users.ts';
import { noAnswer } from './support/watch.ts';

const choices = [
  ['Theme', 'Dark', 'Light'],
  ['Rows', 'Compact', 'Comfortable'],
  ['Direction', 'Right to left', 'Same as language'],
  ['Time to undo sending', '5 s', '2 s'],
  ['Enter key', 'Starts a new line', 'Sends'],
] as const;

test('appearance and keys are the same on two devices, and change on both while they are open', async ({
  page,
  home,
  browser,
}) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/personal');
  const choiceOn = (device: typeof page, group: string, name: string) =>
    device.getByRole('radiogroup', { name: group }).getByRole('radio', { name });
  // Before a theme is chosen: it is examined in both.
  await expectAccessible(page, 'appearance and keys');
  for (const [group, name] of choices) {
    await choiceOn(page, group, name).check();
    await expect(page.getByText(`${group} saved`).first()).toBeVisible();
  }

  const other = await newVisitor(browser);
  await signIn(other, server, user, '/settings/personal');
  await test.step('a new device starts with them', async () => {
    for (const [group, name] of choices) await expect(choiceOn(other, group, name)).toBeChecked();
    const root = other.locator('html');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(root).toHaveAttribute('data-density', 'compact');
    await expect(root).toHaveAttribute('dir', 'rtl');
  });

  await test.step('and has them before the server answers the next time', async () => {
    await other.route('**/api/**', (route) => route.abort());
    await other.reload({ waitUntil: 'commit' });
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(other.locator('html')).toHaveAttribute('data-density', 'compact');
    await other.unroute('**/api/**');
    await other.goto(`${server.url}/settings/personal`);
    await expect(choiceOn(other, 'Theme', 'Dark')).toBeChecked();
  });

  await test.step('a change on one is seen on the other without reloading', async () => {
    for (const [group, , next] of choices) {
      await choiceOn(other, group, next).check();
      await expect(choiceOn(page, group, next)).toBeChecked(soon);
    }
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  });

  await test.step('undo takes it back on both', async () => {
    await choiceOn(page, 'Theme', 'Dark').check();
    // While hovered, the toast stays, however long the other device takes.
    const undo = page.getByRole('status').filter({ hasText: 'Theme saved' }).getByRole('button', { name: 'Undo' });
    await undo.hover();
    await expect(choiceOn(other, 'Theme', 'Dark')).toBeChecked(soon);
    await undo.click();
    await expect(choiceOn(page, 'Theme', 'Light')).toBeChecked();
    await expect(choiceOn(other, 'Theme', 'Light')).toBeChecked(soon);
  });
  await other.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(other, 'personal settings');
  await other.context().close();
});

test('a changed shortcut works on another device, and so does switching single keys off', async ({
  page,
  home,
  browser,
}) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings');
  await page.getByRole('button', { name: /^Keyboard shortcuts/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByRole('button', { name: /^Change the keys for New message/ }).click();
  await page.keyboard.press('y');
  await page.keyboard.press('Escape');
  await expect(sheet.getByRole('button', { name: /^Change the keys for New message/ })).toContainText('Y');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: /^Keyboard shortcuts 1 changed/ })).toBeVisible();

  const other = await newVisitor(browser);
  await signIn(other, server, user, '/settings');
  await expect(other.getByRole('button', { name: /^Keyboard shortcuts 1 changed/ })).toBeVisible();
  await waitForKeyboard(other);
  await other.keyboard.press('y');
  await expect(other).toHaveURL(/\/compose$/);

  await page.getByRole('button', { name: /^Keyboard shortcuts/ }).click();
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await other.goto(`${server.url}/settings`);
  await expect(other.getByRole('button', { name: /1 changed, single keys off/ })).toBeVisible();
  await waitForKeyboard(other);
  await other.keyboard.press('y');
  await other.keyboard.press('Control+k');
  await expect(other.getByRole('dialog')).toBeVisible();
  await expect(other).toHaveURL(/\/settings$/);
  await other.context().close();
});

test('a choice made offline waits in the browser, says so, and reaches the other device', async ({
  page,
  home,
  browser,
  watch,
}) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/personal');
  const theme = (device: typeof page, name: string) =>
    device.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name });
  await expect(theme(page, 'System')).toBeChecked();
  watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await theme(page, 'Dark').check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByText('Stored in this browser. Your other devices get it when you are online.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Stored in this browser. Your other devices get it when you are online.')).toBeHidden(
    soon,
  );
  const other = await newVisitor(browser);
  await signIn(other, server, user, '/settings/personal');
  await expect(theme(other, 'Dark')).toBeChecked();
  await other.context().close();
});

test('choices of a browser from before are given to the user, and not to the next one', async ({
  page,
  home,
  sharedServer,
}) => {
  const { server, user } = home;
  await page.goto(`${server.url}/login`);
  // As an earlier version stored them.
  await page.evaluate(() => {
    localStorage.setItem('parley:theme', 'dark');
    localStorage.setItem('parley:shortcuts', JSON.stringify({ singleKeys: false, keys: {} }));
  });
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/api/auth/preferences') && response.request().method() === 'PUT',
  );
  await signIn(page, server, user, '/settings/personal');
  expect((await (await stored).json()) as object).toEqual({ theme: 'dark', single_keys: false });
  const next = await sharedServer.makeHome();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await signIn(page, server, next.user, '/settings/personal');
  await expect(page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'System' })).toBeChecked();
});

test('the account that opens after signing in is chosen for all devices', async ({ page, home, browser }) => {
  const { server, user } = home;
  await apiCall(server.url, 'POST', '/api/clients', { ...business, name: 'Heron Bike Hire' }, await home.token());
  await signIn(page, server, user, '/settings/personal');
  const account = page.getByRole('combobox', { name: 'Default account' });
  await expect(account).toHaveValue('Last used account');
  await account.fill('Heron');
  await page.getByRole('option', { name: 'Heron Bike Hire' }).click();
  await expect(page.getByText('Default account saved').first()).toBeVisible();
  const other = await newVisitor(browser);
  await signIn(other, server, user, '/settings');
  await expect(other.getByText('Heron Bike Hire opens first', { exact: false })).toBeVisible();
  await other.goto(`${server.url}/settings/business`);
  await expect(other.getByRole('region', { name: 'About the business' })).toContainText('Heron Bike Hire');
  await other.context().close();
});
