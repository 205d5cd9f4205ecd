import type { Page } from '@playwright/test';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { type ParleyServer, startServer } from './support/server.ts';
import { test as base, expect, signIn } from './support/test.ts';

/** A server with OneSignal configured. */
const test = base.extend<object, { place: ParleyServer }>({
  place: [
    async ({ browserName: _browser }, use) => {
      const server = await startServer({ ONESIGNAL_APP_ID: '5f3b2c1e-0000-4000-8000-000000000001' });
      await createAccount(server, owner, await claimSetup(server, owner));
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Replaces OneSignal's page script: records its calls, across the pages of a tab. */
const oneSignal = `
  const note = (call) => { sessionStorage.setItem('asked', (sessionStorage.getItem('asked') ?? '') + call + ' '); };
  const sdk = {
    init: async () => note('init'),
    login: async () => note('login'),
    logout: async () => note('logout'),
    User: { addTag: () => note('tag'), removeTag: () => note('untag'), PushSubscription: {} },
  };
  for (const run of window.OneSignalDeferred ?? []) run(sdk);
  window.OneSignalDeferred = { push: (run) => run(sdk) };`;

async function standInForOneSignal(page: Page): Promise<void> {
  await page.route('https://cdn.onesignal.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: oneSignal }),
  );
}

const asked = (page: Page) => page.evaluate("(sessionStorage.getItem('asked') ?? '').trim()");
const signedOut = (page: Page) => page.getByRole('heading', { name: 'You are signed out' });

test('signing out from the menu, and at /logout opened directly, signs out at OneSignal', async ({ page, place }) => {
  await standInForOneSignal(page);
  await signIn(page, place, owner);
  await expect.poll(() => asked(page)).toBe('init login tag');
  await page.locator('[aria-haspopup=dialog][aria-expanded]').first().click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(signedOut(page)).toBeVisible();
  await expect.poll(() => asked(page)).toBe('init login tag logout');

  await page.evaluate('sessionStorage.removeItem("asked")');
  await signIn(page, place, owner);
  await expect.poll(() => asked(page)).toBe('init login tag');
  await page.goto(`${place.url}/logout`);
  await expect(signedOut(page)).toBeVisible();
  await expect.poll(() => asked(page)).toBe('init login tag init logout');
});

test('/logout signs out here when OneSignal does not answer', async ({ page, place, watch }) => {
  // Its script is requested and never arrives: leaving the page ends that.
  watch.expect(/cdn\.onesignal\.com/);
  await page.route('https://cdn.onesignal.com/**', () => undefined);
  await signIn(page, place, owner);
  await page.goto(`${place.url}/logout`);
  await expect(signedOut(page)).toBeVisible();
  await page.goto(`${place.url}/inbox`);
  await expect(page).toHaveURL(/\/login/);
});
