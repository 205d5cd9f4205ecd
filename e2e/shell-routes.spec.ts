import type { Page } from '@playwright/test';
import { addresses, visit } from './support/addresses.ts';
import { type Person, waitForThread, writeAsCustomer } from './support/api.ts';
import { broadcastsOf } from './support/broadcasts.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/looks.ts';
import type { ParleyServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';

type Address = (typeof addresses)[number];

/** Addresses of the signed-in that only forward, or end the session: what they show is looked at signed out. */
const onlySignedOut = ['/', '/login', '/login-test', '/login-redirect', '/loggedin', '/loggedin-redirect', '/logout'];
/** Forward by themselves, signed in or not. */
const onlyForward = ['/login-redirect', '/loggedin', '/loggedin-redirect', '/initial-setup'];

/** Rows that exist, for the addresses that name one and have a screen of their own. */
type Rows = { home: { server: ParleyServer; person: Person; token: () => Promise<string> } };

async function addressOfRow({ pattern, path }: Address, { home }: Rows): Promise<string> {
  if (pattern === '/broadcast/history/{campaign_id}') {
    const { draft } = await broadcastsOf(home.server, await home.token());
    return `/broadcast/history/${(await draft('Spring sale', [])).id}`;
  }
  if (pattern !== '/inbox/{thread_id}') return path;
  await writeAsCustomer(home.server, await home.token(), 'Is the blue bike still there?');
  return `/inbox/${await waitForThread(home.server, await home.token(), 'Is the blue bike')}`;
}

/** The page is the one of its row in the table: layout, heading, document title. */
async function expectItself(page: Page, { pattern, layout, title }: Address): Promise<void> {
  await expect.soft(page.locator(`[data-layout="${layout}"]`), `${pattern}: its layout`).toHaveCount(1);
  await expect.soft(page.locator('[data-layout]'), `${pattern}: no other layout`).toHaveCount(1);
  await expect.soft(page, pattern).toHaveTitle(`${title} · Parley`);
  await expect.soft(page.getByRole('main'), `${pattern}: one main part`).toHaveCount(1);
  await expect.soft(page.getByRole('heading', { level: 1 }).first(), `${pattern}: a heading`).toBeVisible();
  // The rail belongs to working pages, and to no other.
  const rail = layout === 'sidebar' || layout === 'default' ? 1 : 0;
  await expect.soft(page.locator('[data-rail]'), `${pattern}: rail`).toHaveCount(rail);
}

async function expectFit(page: Page, what: string): Promise<void> {
  await expectNoSidewaysScroll(page, what);
  await expectAccessible(page, what);
}

test.describe('every address has its title and layout, can be read by everybody and fits every screen', () => {
  test.setTimeout(300_000);

  test('signed out', async ({ page, home, watch }) => {
    // What is not there is told with the status that says so.
    watch.expect(/console: .*404/);
    for (const address of addresses) {
      const { path, pattern, entry } = address;
      if (entry !== 'open' || onlyForward.includes(path)) continue;
      await visit(page, home.server.url + path, path);
      if (pattern === '/login-test') {
        await expect(page).toHaveTitle('Page not found · Parley');
      } else {
        await expectItself(page, address);
      }
      await expectFit(page, pattern);
    }
    await visit(page, `${home.server.url}/no-such-page`, '/no-such-page');
    await expect(page.getByRole('heading', { name: 'Page not found', exact: true })).toBeVisible();
    await expectFit(page, 'an address that is none');
  });

  test('signed in', async ({ page, home, watch }) => {
    // Addresses with a parameter ask for rows that are not there.
    watch.expect(/console: .*404/);
    await signIn(page, home.server, home.person);
    const asked = addresses.filter(({ path }) => !onlySignedOut.includes(path) && !onlyForward.includes(path));
    for (const address of asked) {
      const path = await addressOfRow(address, { home });
      await test.step(address.pattern, async () => {
        await visit(page, home.server.url + path, path);
        await expectItself(page, address);
        await expectFit(page, address.pattern);
      });
    }
  });

  test('for testers, where the operator allows it', async ({ page }) => {
    const { startServer } = await import('./support/server.ts');
    const server = await startServer({ LOGIN_TEST: '1' });
    try {
      await visit(page, `${server.url}/login-test`, '/login-test');
      await expect(page).toHaveTitle('Test sign-in · Parley');
      await expect(page.locator('[data-layout="auth"]')).toHaveCount(1);
    } finally {
      await page.goto('about:blank');
      await server.close();
    }
  });
});
