import { gzipSync } from 'node:zlib';
import { budgets, filesOf, readManifest } from '../scripts/checks/bundles.ts';
import { visit } from './support/addresses.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { delayRequests } from './support/delay-requests.ts';
import { startServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';
import { waitForServiceWorker } from './support/vitals.ts';

// The service worker is allowed: offline storage, files, and an unreachable server are tested.
test.use({ serviceWorkers: 'allow' });

const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

test.describe('the landing page', () => {
  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('describes the product and has links', async ({ page, home, watch }) => {
      // The browser refuses to fetch blocked scripts.
      watch.expect(/failed: GET .*\.js csp/);
      await page.goto(`${home.server.url}/`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your team’s WhatsApp, in one inbox.');
      await expect(
        page.getByText(
          'Parley is a shared WhatsApp inbox for business teams, on your own server: everyone sees the same conversations, and no one replies twice.',
        ),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
      await expect(page.getByRole('link', { name: 'Try the sandbox' })).toHaveAttribute(
        'href',
        '/login?next=%2Fsandbox',
      );
      await expect(page.locator('#startup')).toBeHidden();
    });
  });

  test('is there before the script has run, and the script changes nothing', async ({ page, home }) => {
    const letGo = await delayRequests(page, /\/assets\/index[^/]*\.js$/);
    await page.goto(`${home.server.url}/`, { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await expect(page.locator('#static')).toBeVisible();
    // Nothing is painted before the style is loaded, but the layout can be queried.
    await page.waitForFunction("[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)");
    // Fonts change the layout when they are loaded.
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const before = await heading.boundingBox();
    letGo();
    await page.locator('#static').waitFor({ state: 'detached' });
    await expect.poll(() => heading.boundingBox()).toEqual(before);
    await page.getByRole('link', { name: 'Try the sandbox' }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fsandbox$/);
  });

  test('is served to crawlers for every URL, with the right status and never the error page', async ({
    home,
    request,
  }) => {
    for (const [path, status] of [
      ['/', 200],
      ['/contacts', 200],
      ['/no-such-page', 404],
    ] as const) {
      const answer = await request.get(home.server.url + path, { headers: { 'user-agent': crawler } });
      expect(answer.status(), path).toBe(status);
      const html = await answer.text();
      expect(html).toContain('Your team’s WhatsApp, in one inbox.');
      expect(html).not.toMatch(/<script|Oops|Page not found/);
    }
  });

  test.describe('for a crawler that runs scripts', () => {
    test.use({ userAgent: crawler });

    test('is the whole response to an unknown URL', async ({ page, home, watch }) => {
      watch.expect(/console: .*404/);
      await page.goto(`${home.server.url}/no-such-page`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your team’s WhatsApp, in one inbox.');
      await expect(page.getByText('Page not found')).toHaveCount(0);
    });
  });
});

test('a first visit loads the script in its budget, and no more before the screen is painted', async ({
  browser,
  home,
}) => {
  const manifest = readManifest();
  for (const { address, limitKb, sources } of budgets) {
    // An empty cache and no service worker: a first visit. Signed in with an account without conversations.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    if (address !== '/login') await signIn(page, home.server, home.user);
    await page.goto('about:blank');
    const loaded: string[] = [];
    page.on('response', (answer) => loaded.push(new URL(answer.url()).pathname.slice(1)));
    await visit(page, home.server.url + address, address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const counted = filesOf(manifest, sources);
    let bytes = 0;
    for (const file of counted) {
      await expect.poll(() => loaded, file).toContain(file);
      // Requested again: the browser may have discarded loaded files.
      const body = await (await context.request.get(`${home.server.url}/${file}`)).body();
      bytes += gzipSync(body, { level: 9 }).length;
    }
    expect(bytes / 1_000, address).toBeLessThanOrEqual(limitKb);
    await context.close();
  }
});

test('code that is not needed at first is requested after the first row is shown', async ({ browser, home }) => {
  const inbox = budgets.find(({ address }) => address === '/inbox');
  const needed = filesOf(readManifest(), inbox?.sources ?? []);
  const token = await home.token();
  await writeAsCustomer(home.server, token, 'Is anyone up yet?', 'Early Bird');
  await waitForThread(home.server, token, 'Is anyone up yet');
  const entered = await browser.newContext({ serviceWorkers: 'block' });
  await signIn(await entered.newPage(), home.server, home.user);
  // Signed in, with nothing of the application or the account on the device.
  const context = await browser.newContext({ serviceWorkers: 'block', storageState: await entered.storageState() });
  await entered.close();
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const scripts = () => requests.filter((path) => /^\/assets\/.*\.js$/.test(path)).map((path) => path.slice(1));
  const letGo = await delayRequests(page, (url) => url.pathname === '/api/threads');
  await page.goto(`${home.server.url}/inbox`);
  await expect(page.getByRole('status', { name: 'Loading conversations' })).toBeVisible();
  await expect.poll(() => requests).toContain('/api/threads');
  // The browser has time for everything that waits for it.
  await page.evaluate(`new Promise((resolve) => {
    const look = (left) => requestIdleCallback(() => (left > 0 ? look(left - 1) : resolve()));
    look(10);
  })`);
  expect(new Set(scripts())).toEqual(new Set(needed));
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(25);
  letGo();
  await expect(page.getByRole('link', { name: /Early Bird/ })).toBeVisible();
  await expect.poll(() => scripts().length).toBeGreaterThan(needed.length);
  await context.close();
});

test('the start makes one request for everything, and registers the user with the push provider afterwards', async ({
  page,
}) => {
  const server = await startServer({ ONESIGNAL_APP_ID: '01890000-0000-4000-8000-000000000001' });
  try {
    const { claimSetup, createAccount, owner } = await import('./support/api.ts');
    await createAccount(server, owner, await claimSetup(server, owner));
    await page.context().route('https://cdn.onesignal.com/**', async (route) => {
      await route.fulfill({
        contentType: 'text/javascript',
        body: `{
          const note = (name, ...what) => (window.pushed ??= []).push([name, ...what, performance.now()]);
          const sdk = {
            init: async (options) => note('init', options.appId),
            login: async (user) => note('login', user),
            logout: async () => note('logout'),
            User: { addTag: (name, value) => note('tag', name, value), removeTag: () => undefined },
          };
          const waiting = window.OneSignalDeferred ?? [];
          window.OneSignalDeferred = { push: (run) => run(sdk) };
          for (const run of waiting) run(sdk);
        }`,
      });
    });
    await signIn(page, server, owner);
    await expect(page).toHaveURL(/\/inbox$/);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await visit(page, `${server.url}/inbox`, '/inbox');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const stood = await page.evaluate<number>('performance.now()');
    type Pushed = [string, ...unknown[]];
    const pushed = () => page.evaluate<Pushed[]>('window.pushed ?? []');
    await expect.poll(async () => (await pushed()).map(([name]) => name)).toEqual(['init', 'login', 'tag']);
    const [init, login, tag] = await pushed();
    expect(init?.[1]).toBe('01890000-0000-4000-8000-000000000001');
    // An id for the provider, not the user id itself.
    expect(String(login?.[1]).length).toBeGreaterThan(20);
    expect(tag?.[1]).toBe('client_id');
    expect(tag?.[2]).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(init?.at(-1))).toBeGreaterThan(0);
    expect(stood).toBeGreaterThan(0);

    const api = asked.filter((line) => line.includes(' /api/'));
    expect(api.filter((line) => line === 'GET /api/bootstrap')).toHaveLength(1);
    expect(api.filter((line) => /\/api\/(channels|templates|contact-lists|client|users)$/.test(line))).toEqual([]);
    expect(asked).toContain('GET /config.json');
  } finally {
    await page.goto('about:blank');
    await server.close();
  }
});

test('the application can be installed, and starts offline from its cache', async ({
  page,
  context,
  home,
  request,
  watch,
}) => {
  const link = /rel="manifest" href="([^"]+)"/.exec(await (await request.get(home.server.url)).text())?.[1] ?? '';
  const manifest = (await (await request.get(new URL(link, home.server.url).href)).json()) as {
    name: string;
    display: string;
    start_url: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Parley', display: 'standalone', start_url: '/inbox' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src } of manifest.icons) {
    expect((await request.get(new URL(src, home.server.url).href)).status()).toBe(200);
  }

  await writeAsCustomer(home.server, await home.token(), 'Can you read this in a tunnel?');
  await waitForThread(home.server, await home.token(), 'Can you read this in a tunnel');
  await signIn(page, home.server, home.user);
  await expect(page.getByText('Can you read this in a tunnel?').first()).toBeVisible();
  await waitForServiceWorker(page);
  // This visit is served by the worker, which caches the page with its headers.
  await page.reload();
  await expect(page.getByText('Can you read this in a tunnel?').first()).toBeVisible();
  const storedPage = "caches.open('parley-page').then((cache) => cache.match('/')).then((page) => page !== undefined)";
  await expect.poll(() => page.evaluate<boolean>(storedPage)).toBe(true);
  const precached = await page.evaluate<string[]>(
    "caches.open('parley-files').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))",
  );
  expect(precached.length).toBeGreaterThan(20);
  expect(precached.filter((path) => path === '/' || path.endsWith('.html'))).toEqual([]);

  watch.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to fetch|push|503|504/);
  await context.setOffline(true);
  await page.reload();
  // Chromium does not always tell a page started without a network that it is offline; then the page detects it by
  // its calls.
  const banner = page.getByText(/Working offline\.|Connecting to the server again\./);
  await expect(banner.first()).toBeVisible();
  await expect(page.getByText('Can you read this in a tunnel?').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
  await expect(page).toHaveTitle('Contacts · Parley');
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
});
