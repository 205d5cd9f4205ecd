import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { addresses, visit } from './support/addresses.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { broadcastsOf } from './support/broadcasts.ts';
import { expect, signIn, type TestAccount, test } from './support/test.ts';

type Address = (typeof addresses)[number];

/** URLs of signed-in users that only redirect, or end the session: they are tested signed out. */
const onlySignedOut = ['/', '/login', '/login-test', '/login-redirect', '/loggedin', '/loggedin-redirect', '/logout'];
/** They redirect automatically, signed in or not. */
const onlyForward = ['/login-redirect', '/loggedin', '/loggedin-redirect', '/initial-setup'];

/** Existing rows, for URLs with a parameter that have their own screen. */
type Rows = { home: TestAccount };

async function addressOfRow({ pattern, path }: Address, { home }: Rows): Promise<string> {
  if (pattern === '/broadcast/history/{campaign_id}') {
    const { draft } = await broadcastsOf(home.server, await home.token());
    return `/broadcast/history/${(await draft('Spring sale', [])).id}`;
  }
  if (pattern === '/templates/{id}/edit') return `/templates/${await draftTemplate(home)}/edit`;
  if (pattern !== '/inbox/{thread_id}') return path;
  await writeAsCustomer(home.server, await home.token(), 'Is the blue bike still there?');
  return `/inbox/${await waitForThread(home.server, await home.token(), 'Is the blue bike')}`;
}

async function draftTemplate({ server, token }: TestAccount): Promise<string> {
  const asOwner = await token();
  const { data } = await apiCall<{ data: { id: string }[] }>(server.url, 'GET', '/api/channels', undefined, asOwner);
  const body = {
    channel_id: data[0]?.id,
    name: 'bike_ready',
    language: 'en',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Your bike is ready at our shop.' }],
  };
  return (await apiCall<{ id: string }>(server.url, 'POST', '/api/templates', body, asOwner)).id;
}

/** The page matches its row in the table: layout, heading, document title. */
async function expectItself(page: Page, { pattern, layout, title }: Address): Promise<void> {
  await expect.soft(page.locator(`[data-layout="${layout}"]`), `${pattern}: its layout`).toHaveCount(1);
  await expect.soft(page.locator('[data-layout]'), `${pattern}: no other layout`).toHaveCount(1);
  await expect.soft(page, pattern).toHaveTitle(`${title} · Parley`);
  await expect.soft(page.getByRole('main'), `${pattern}: one main part`).toHaveCount(1);
  await expect.soft(page.getByRole('heading', { level: 1 }).first(), `${pattern}: a heading`).toBeVisible();
  // Only working pages have the rail.
  const rail = layout === 'sidebar' || layout === 'default' ? 1 : 0;
  await expect.soft(page.locator('[data-rail]'), `${pattern}: rail`).toHaveCount(rail);
}

async function expectFit(page: Page, what: string): Promise<void> {
  await expectNoHorizontalScroll(page, what);
  await expectAccessible(page, what);
}

test.describe('every URL has its title and layout, is accessible and fits every screen', () => {
  test.setTimeout(600_000);

  test('signed out', async ({ page, home, watch }) => {
    // A missing row has the right status.
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
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expectFit(page, 'an address that is none');
  });

  test('signed in', async ({ page, home, watch }) => {
    // URLs with a parameter request missing rows.
    watch.expect(/console: .*404/);
    await signIn(page, home.server, home.user);
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
