import { delayRequests } from './support/delay-requests.ts';
import { expect, signIn, test } from './support/test.ts';

test.describe('signing in', () => {
  test('opens the inbox, and signing out deletes everything', { tag: '@smoke' }, async ({ page, home }) => {
    await signIn(page, home.server, home.user);
    await expect(page).toHaveURL(/\/inbox$/);
    await expect(page).toHaveTitle('Inbox · Parley');

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('refresh_token');

    await page.goto(`${home.server.url}/inbox`);
    await expect(page).toHaveURL(/\/login/);
  });

  test('aborts requests in progress when the user signs out', async ({ page, home }) => {
    const answer = await delayRequests(page, '**/api/notifications?*');
    const reading = page.waitForRequest('**/api/notifications?*');
    await signIn(page, home.server, home.user);
    const request = await reading;

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    // Sent to the server after the session has ended, it would be answered with 401.
    answer();
    await expect.poll(() => request.failure()?.errorText).toBe('net::ERR_ABORTED');
  });

  test('no script can read what renews a session, and it is renewed nevertheless', async ({ page, home }) => {
    await signIn(page, home.server, home.user);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(kept).toContain('id_token');
    expect(kept).not.toContain('refresh');
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.startsWith('parley-refresh-'));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth/token' });

    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('parley:session:')) ?? '';
      const record = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(key, JSON.stringify({ ...record, expires_at: Date.now() }));
    });
    const renewed = page.waitForResponse((response) => response.url().endsWith('/api/auth/token'));
    await page.reload();
    expect((await renewed).status()).toBe(200);
    await expect(page).toHaveURL(/\/inbox$/);

    await page.goto(`${home.server.url}/logout`);
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await expect
      .poll(async () => (await page.context().cookies()).filter(({ name }) => name.startsWith('parley-refresh-')))
      .toEqual([]);
  });

  test('returns to the requested URL', { tag: '@smoke' }, async ({ page, home }) => {
    await page.goto(`${home.server.url}/settings/personal`);
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel('Email').fill(home.user.email);
    await page.getByLabel('Password').fill(home.user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/settings\/personal$/);
  });

  test('shows that a password is wrong, and accepts the right one', async ({ page, home, watch }) => {
    watch.expect(/console: .*422/);
    await page.goto(`${home.server.url}/login`);
    await page.getByLabel('Email').fill(home.user.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Wrong email address or password. Is Caps Lock on?')).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveURL(/\/login/);

    await page.getByLabel('Password').fill(home.user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
  });

  test('a set-up link that was used says so at once', async ({ page, home }) => {
    await page.goto(`${home.server.url}/login?setup=used`);
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByText('Forgot your password?')).toBeVisible();
  });

  test('reports missing fields without a request', async ({ page, home }) => {
    await page.goto(`${home.server.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter your email address.')).toBeVisible();
    await expect(page.getByText('Enter your password.')).toBeVisible();
  });
});
