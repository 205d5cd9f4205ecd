import { expect, signIn, test } from './support/test.ts';

test.describe('signing in', () => {
  test('opens the inbox, and signing out forgets everything', async ({ page, home }) => {
    await signIn(page, home.server, home.person);
    await expect(page).toHaveURL(/\/inbox$/);
    await expect(page).toHaveTitle('Inbox · Parley');

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('refresh_token');

    await page.goto(`${home.server.url}/inbox`);
    await expect(page).toHaveURL(/\/login/);
  });

  test('goes back to the address that was asked for', async ({ page, home }) => {
    await page.goto(`${home.server.url}/settings/personal`);
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel('E-mail').fill(home.person.email);
    await page.getByLabel('Password', { exact: true }).fill(home.person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/settings\/personal$/);
  });

  test('says in words that a password is wrong, and lets the right one in', async ({ page, home, watch }) => {
    watch.expect(/console: .*422/);
    await page.goto(`${home.server.url}/login`);
    await page.getByLabel('E-mail').fill(home.person.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('do not belong together')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveURL(/\/login/);

    await page.getByLabel('Password', { exact: true }).fill(home.person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
  });

  test('asks for what is missing without asking the server', async ({ page, home }) => {
    await page.goto(`${home.server.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter your e-mail address.')).toBeVisible();
    await expect(page.getByText('Enter your password.')).toBeVisible();
  });
});
