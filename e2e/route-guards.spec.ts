import type { Locator, Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { addresses, navigateInApp, visit } from './support/addresses.ts';
import { addMember, business, claimSetup, createAccount, owner } from './support/api.ts';
import type { ParleyServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';
import { omar, uniqueUser } from './support/users.ts';

/** More would be a redirect loop. */
const mostRedirects = 3;
const setupPage = '/initial-setup/business-info';

/** URLs that redirect by design; every other one is shown as requested. */
const onwards: Record<'signedOut' | 'noAccount' | 'member', Partial<Record<string, string>>> = {
  signedOut: { '/login-redirect': '/login', '/loggedin': '/login', '/loggedin-redirect': '/login' },
  noAccount: {
    '/login': setupPage,
    '/login-redirect': setupPage,
    '/loggedin': setupPage,
    '/loggedin-redirect': setupPage,
  },
  member: {
    '/': '/inbox',
    '/login': '/inbox',
    '/login-redirect': '/inbox',
    '/loggedin': '/inbox',
    '/loggedin-redirect': '/inbox',
    // Continues at the account's current step: no one has answered yet how they found the product.
    '/initial-setup': '/initial-setup/referral-source',
  },
};

type Expected = (address: (typeof addresses)[number]) => string;
const asSignedOut: Expected = ({ path, entry }) => (entry === 'open' ? (onwards.signedOut[path] ?? path) : '/login');
const asWithoutAccount: Expected = ({ path, entry }) =>
  entry === 'open' ? (onwards.noAccount[path] ?? path) : setupPage;
const asMember: Expected = ({ path }) => onwards.member[path] ?? path;

/**
 * Visits every URL of the application; signing out is last, because it changes the session. `load` loads each page,
 * `within` navigates inside the app: the same guard, and faster.
 */
async function visitAll(page: Page, server: ParleyServer, expected: Expected, how: 'load' | 'within'): Promise<void> {
  const inOrder = [...addresses].sort((a, b) => Number(a.path === '/logout') - Number(b.path === '/logout'));
  for (const address of inOrder) {
    const restsAt = expected(address);
    const { path, redirects } =
      how === 'load'
        ? await visit(page, server.url + address.path, restsAt)
        : await navigateInApp(page, address.path, restsAt);
    expect.soft(redirects.length, `${address.path} via ${redirects.join(' ')}`).toBeLessThanOrEqual(mostRedirects);
    expect.soft(path, `from ${address.path}`).toBe(restsAt);
  }
  // The next visit must not find this session.
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
}

test.describe('every URL', () => {
  test.setTimeout(300_000);

  test('asks signed-out users to sign in, unless it is open', { tag: '@smoke' }, async ({ page, home }) => {
    await visitAll(page, home.server, asSignedOut, 'load');
  });

  test('redirects users with no account, one, several, or a lost one to where they belong', async ({
    page,
    freshServer,
    watch,
  }) => {
    const { url } = freshServer;
    // URLs with a parameter request missing rows; calls in flight of a removed user are refused.
    watch.expect(/console: .*40[134]/);
    const token = await claimSetup(freshServer, owner);

    await test.step('no account', async () => {
      await signIn(page, freshServer, owner);
      await expect(page).toHaveURL(url + setupPage);
      await visitAll(page, freshServer, asWithoutAccount, 'within');
    });

    const inAccount = await createAccount(freshServer, owner, token);
    await test.step('one account', async () => {
      await signIn(page, freshServer, owner);
      await visitAll(page, freshServer, asMember, 'within');
    });

    await apiCall(url, 'POST', '/api/clients', { ...business, name: 'Kestrel Rentals' }, inAccount);
    await test.step('several accounts', async () => {
      await signIn(page, freshServer, owner);
      await visitAll(page, freshServer, asMember, 'within');
    });

    for (const [name, end] of [
      ['removed', (id: string) => apiCall(url, 'DELETE', `/api/team/${id}`, undefined, inAccount)],
      ['suspended', (id: string) => apiCall(url, 'PUT', `/api/team/${id}`, { suspended: true }, inAccount)],
    ] as const) {
      await test.step(name, async () => {
        const member = { name: `Sam ${name}`, email: `${name}@kestrel.example`, password: owner.password };
        const id = await addMember(freshServer, inAccount, member);
        // Before the page is live it would learn of it from the next call, and navigate away.
        const live = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
        await signIn(page, freshServer, member);
        await expect(page).toHaveURL(`${url}/inbox`);
        await live;
        await end(id);
        await expect(page, 'notices it while looking').toHaveURL(`${url}/invitations`);
        await expect(page.getByText(`You can no longer open ${business.name}:`, { exact: false })).toBeVisible();
        await visitAll(page, freshServer, asWithoutAccount, 'within');
      });
    }
  });

  test('keeps the requested page during sign-in', async ({ page, home }) => {
    await visit(page, `${home.server.url}/contacts?page=2#list`, '/login');
    expect(new URL(page.url()).searchParams.get('next')).toBe('/contacts?page=2#list');
    await page.getByLabel('Email').fill(home.user.email);
    await page.getByLabel('Password').fill(home.user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${home.server.url}/contacts?page=2#list`);
  });

  test('of the admins shows others the 401 page', { tag: '@smoke' }, async ({ page, home }) => {
    const user = { name: 'Uma User', email: 'uma@kestrel.example', password: owner.password };
    await addMember(home.server, await home.token(), user);
    await signIn(page, home.server, user);
    for (const path of ['/settings/business', '/settings/business/edit', '/settings/api-keys']) {
      await visit(page, home.server.url + path, path);
      await expect(page.getByText('401')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Not authorized' })).toBeVisible();
      await expect(page.getByText('You are not authorized to access this page.')).toBeVisible();
      await expect(page.locator('[data-rail]')).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL(`${home.server.url}/inbox`);
  });

  test('that is unknown shows the 404 page with a link home', async ({ page, home, watch }) => {
    watch.expect(/console: .*404/);
    await visit(page, `${home.server.url}/no-such-page`, '/no-such-page');
    await expect(page.getByText('404')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(
      page.getByText(
        "We couldn't find the page you were looking for, please contact a system administrator or try again later.",
      ),
    ).toBeVisible();
    await expect(page.getByText('Page Not Found /no-such-page')).toBeVisible();
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL(`${home.server.url}/`);
  });
});

test('no page that a User is offered refuses them', async ({ page, home }) => {
  const { server } = home;
  const user = uniqueUser(omar);
  await addMember(server, await home.token(), user);
  await signIn(page, server, user, '/settings');
  const offered = (part: Locator) =>
    part
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname));
  await page.getByRole('button', { name: 'Account' }).click();
  const menu = page.getByRole('dialog', { name: 'Account' });
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeVisible();
  const ofMenu = await offered(menu);
  await page.keyboard.press('Escape');
  const paths = new Set([...ofMenu, ...(await offered(page.locator('body')))]);
  paths.delete('/logout');
  expect(paths.size).toBeGreaterThan(8);
  for (const path of paths) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await expect.soft(page.getByRole('heading', { name: 'Not authorized' }), path).toBeHidden();
  }
});
