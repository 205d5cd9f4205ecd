import type { Page, Route } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { visit } from './support/addresses.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { delayRequests } from './support/delay-requests.ts';
import { expect, signIn, test } from './support/test.ts';

/** The code of the screen Automations: any screen with its own chunk would do. */
const screenCode = /\/assets\/automations-page[^/]*\.js$/;

/** Records every state of the loading bar, starting when it has been idle for longer than its delay. */
async function noteBar(page: Page): Promise<() => Promise<string[]>> {
  await page.locator('[data-loading-bar]').waitFor({ state: 'attached' });
  await page.evaluate(`new Promise((resolve) => {
    const bar = document.querySelector('[data-loading-bar]');
    const seen = (window.seenBar = []);
    let rest;
    const waitForRest = () => {
      clearTimeout(rest);
      if (bar.dataset.loadingBar === 'idle') rest = setTimeout(begin, 1000);
    };
    const before = new MutationObserver(waitForRest);
    const note = new MutationObserver(() => seen.push(bar.dataset.loadingBar));
    const changes = { attributes: true, attributeFilter: ['data-loading-bar'] };
    const begin = () => {
      before.disconnect();
      note.observe(bar, changes);
      resolve();
    };
    before.observe(bar, changes);
    waitForRest();
  })`);
  return () => page.evaluate<string[]>('window.seenBar');
}

/** Stops the page's clock, which only `page.clock` advances: a slow machine does not change milliseconds. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 5_000);
}

type PausedRequests = {
  /** The code of a screen was requested. */
  asked: () => Promise<void>;
  /** Ends the delay: the requests continue or fail. */
  letGo: (how: 'continue' | 'abort') => Promise<void>;
};

/** Delays the screens' code until it is released, both the clicked one and any other. */
async function holdScreenCode(page: Page): Promise<PausedRequests> {
  const blocked: Route[] = [];
  let how: 'continue' | 'abort' | null = null;
  await page.route(screenCode, async (route) => {
    if (how === null) blocked.push(route);
    else await route[how]();
  });
  return {
    asked: () => expect.poll(() => blocked.length).toBeGreaterThan(0),
    async letGo(now) {
      how = now;
      for (const route of blocked.splice(0)) await route[now]();
    },
  };
}

/** Clicks the link to a page whose code was never requested; hovering would request it before. */
async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).dispatchEvent('click');
}

// A service worker would answer before these tests' routes.
test.use({ serviceWorkers: 'block' });

test.describe('the loading bar', () => {
  test.beforeEach(async ({ page, home }) => {
    await page.clock.install();
    await signIn(page, home.server, home.user);
    await expect(page).toHaveURL(/\/inbox$/);
  });

  test('is hidden for fast loads; else it is 3 px high, eases on, stays 500 ms, and is gone after 400 more', async ({
    page,
  }) => {
    const seen = await noteBar(page);
    const { asked, letGo } = await holdScreenCode(page);
    await stopClock(page);
    await follow(page, 'Automations');
    await asked();
    await page.clock.runFor(199);
    expect(await seen()).toEqual([]);
    await page.clock.runFor(1);
    const bar = page.locator('[data-loading-bar="loading"]');
    await expect(bar).toBeVisible();
    expect(await bar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440, height: 3 });
    const widthOf = () =>
      bar
        .locator('div')
        .boundingBox()
        .then((box) => box?.width ?? 0);
    await page.clock.runFor(100);
    const before = await widthOf();
    await page.clock.runFor(400);
    const after = await widthOf();
    expect(after).toBeGreaterThan(before);
    expect(after).toBeLessThan(1440);
    await letGo('continue');
    await expect(page).toHaveTitle('Automations · Parley');
    await expect.poll(seen).toEqual(['loading', 'finishing']);
    await page.clock.runFor(899);
    expect(await seen()).toEqual(['loading', 'finishing']);
    await page.clock.runFor(1);
    await expect.poll(seen).toEqual(['loading', 'finishing', 'idle']);

    // The code is loaded: nothing to wait for or show.
    await follow(page, 'Automations');
    await expect(page).toHaveTitle('Automations · Parley');
    await page.clock.runFor(600);
    expect(await seen()).toHaveLength(3);
  });

  test('has no animation when motion is reduced', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { letGo } = await holdScreenCode(page);
    await follow(page, 'Automations');
    const bar = page.locator('[data-loading-bar="loading"]');
    await expect(bar).toBeVisible();
    await expect.poll(async () => (await bar.locator('div').boundingBox())?.width).toBe(1440);
    await letGo('continue');
    await expect(page).toHaveTitle('Automations · Parley');
  });
});

test('code that fails to load reloads the page at most once in 10 s, and keeps typed text', async ({
  page,
  home,
  watch,
}) => {
  watch.expect(/ERR_FAILED|dynamically imported module|preload/);
  await writeAsCustomer(home.server, await home.token(), 'Will my draft survive?');
  const threadId = await waitForThread(home.server, await home.token(), 'Will my draft survive');
  await signIn(page, home.server, home.user);
  await visit(page, `${home.server.url}/inbox/${threadId}`, `/inbox/${threadId}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  await field.fill('Not sent yet, not lost either');
  // Everything that the page fetches automatically has arrived.
  await noteBar(page);

  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(screenCode, (route) => route.abort());
  const reloaded = page.waitForEvent('load');
  await follow(page, 'Automations');
  await reloaded;
  // The second time there is no reload: the error page explains what to do.
  await expect(page.getByRole('heading', { name: 'Oops... Something went wrong' })).toBeVisible();
  await expect(
    page.getByText(
      'An error has occured. If the problem persists, please contact a system administrator or try again later.',
    ),
  ).toBeVisible();
  await expect(page.getByText('A new version is ready. Reload to get it; your text is saved.')).toBeVisible();
  expect(loads).toBe(1);

  await page.unroute(screenCode);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveTitle('Automations · Parley');
  // This reload, and no other meanwhile.
  expect(loads).toBe(2);
  await visit(page, `${home.server.url}/inbox/${threadId}`, `/inbox/${threadId}`);
  await expect(field).toHaveValue('Not sent yet, not lost either');
});

test('code that fails to load while the server is away does not leave the page', async ({ page, home, watch }) => {
  watch.expect(/ERR_FAILED|dynamically imported module|preload/);
  await signIn(page, home.server, home.user);
  await expect(page).toHaveURL(/\/inbox$/);
  await noteBar(page);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(screenCode, (route) => route.abort());
  await page.route('**/healthz', (route) => route.abort());
  await follow(page, 'Automations');
  await expect(
    page.getByText('Couldn’t reach the server. Your text is saved; try again when you’re connected.'),
  ).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(again).toBeEnabled();
  expect(loads).toBe(0);
  await page.unroute(screenCode);
  await page.unroute('**/healthz');
  await again.click();
  await expect(page).toHaveTitle('Automations · Parley');
  expect(loads).toBe(1);
});

test('what could not be loaded while the server was away loads by itself when it is back', async ({
  page,
  home,
  watch,
}) => {
  watch.expect(/ERR_FAILED/);
  await signIn(page, home.server, home.user);
  await expect(page).toHaveURL(/\/inbox$/);
  await page.route('**/healthz', (route) => route.abort());
  await page.route('**/api/integrations', (route) => route.abort());
  await page.goto(`${home.server.url}/integrations`);
  await expect(page.getByText('It loads when the server is back.', { exact: false }).first()).toBeVisible();
  await page.unroute('**/api/integrations');
  await page.unroute('**/healthz');
  await expect(page.getByText('It loads when the server is back.', { exact: false })).toHaveCount(0);
});

test('a page that throws turns the bar red and shows the error page without the rail', async ({
  page,
  home,
  watch,
}) => {
  watch.expect(/.*/);
  await page.clock.install();
  await signIn(page, home.server, home.user);
  await expect(page).toHaveURL(/\/inbox$/);
  const seen = await noteBar(page);
  const { asked, letGo } = await holdScreenCode(page);
  await stopClock(page);
  // A reload would be due, but this tab had one a moment ago.
  await page.evaluate("sessionStorage.setItem('parley:chunk-reload', String(Date.now()))");
  await follow(page, 'Automations');
  await asked();
  await page.clock.runFor(200);
  await expect.poll(seen).toEqual(['loading']);
  await letGo('abort');
  await expect(page.getByRole('heading', { name: 'Oops... Something went wrong' })).toBeVisible();
  await expect(page.getByText('500')).toBeVisible();
  await expect(page.locator('[data-rail]')).toHaveCount(0);
  await expect.poll(seen).toEqual(['loading', 'error']);
  await page.clock.runFor(499);
  expect(await seen()).toEqual(['loading', 'error']);
  await page.clock.runFor(1);
  await expect.poll(seen).toEqual(['loading', 'error', 'finishing']);
  await page.clock.runFor(399);
  expect(await seen()).toEqual(['loading', 'error', 'finishing']);
  await page.clock.runFor(1);
  await expect.poll(seen).toEqual(['loading', 'error', 'finishing', 'idle']);
});

test.describe('the startup image', () => {
  test('is removed with the first painted screen', async ({ page, home }) => {
    await page.addInitScript(`{
      new MutationObserver(() => {
        const startup = document.getElementById('startup');
        if (startup && !document.querySelector('h1:not(#static h1)')) (window.startupShown ??= new Set()).add(getComputedStyle(startup).display);
        if (!startup && document.querySelector('h1') && !window.startupGone) window.startupGone = performance.now();
      }).observe(document, { subtree: true, childList: true });
    }`);
    await page.goto(`${home.server.url}/login`);
    await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    await expect(page.locator('#startup')).toHaveCount(0);
    await expect(page.locator('#static')).toHaveCount(0);
    expect(await page.evaluate('[...window.startupShown]')).toContain('grid');
  });

  test('is followed by one page: the text of the landing page is never beside the screen', async ({ page, home }) => {
    await page.addInitScript(`{
      const seen = (element) => element.checkVisibility();
      new MutationObserver(() => {
        window.mostPages = Math.max(window.mostPages ?? 0, [...document.querySelectorAll('main')].filter(seen).length);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    }`);
    for (const address of ['/login', '/']) {
      await page.goto(home.server.url + address);
      await expect(page.locator('html[data-app="running"]')).toBeVisible();
      await expect(page.locator('#static')).toHaveCount(0);
      expect(await page.evaluate('window.mostPages'), address).toBe(1);
    }
  });

  test('is removed at the latest 2000 ms after loading, and never blocks a click', async ({ page, home }) => {
    // The screen's code never arrives.
    await page.route(/\/assets\/login-page[^/]*\.js$/, () => undefined);
    await page.addInitScript(`{
      addEventListener('load', () => {
        const { visibility, display, pointerEvents } = getComputedStyle(document.getElementById('startup'));
        window.startupAtLoad = { visibility, display, pointerEvents };
        window.loadedAt = performance.now();
      });
      new MutationObserver(() => {
        if (window.loadedAt && !document.getElementById('startup') && !window.goneAt) window.goneAt = performance.now();
      }).observe(document, { subtree: true, childList: true });
    }`);
    await page.goto(`${home.server.url}/login`);
    await expect(page.locator('#startup')).toHaveCount(0);
    expect(await page.evaluate('window.startupAtLoad')).toEqual({
      visibility: 'visible',
      display: 'grid',
      pointerEvents: 'none',
    });
    expect(await page.evaluate<number>('window.goneAt - window.loadedAt')).toBeGreaterThanOrEqual(1_950);
  });

  test('disappears when the start fails, and the error page replaces it', async ({ page, home, watch }) => {
    watch.expect(/ERR_FAILED|dynamically imported module|preload/);
    await page.addInitScript("sessionStorage.setItem('parley:chunk-reload', String(Date.now()))");
    for (const code of [/\/assets\/login-page[^/]*\.js$/, /\/assets\/index[^/]*\.js$/]) {
      await page.route(code, (route) => route.abort());
      await page.goto(`${home.server.url}/inbox`);
      await expect(page.getByRole('heading', { name: 'Oops... Something went wrong' })).toBeVisible();
      await expect(page.locator('#startup')).toHaveCount(0);
      await expect(page.getByRole('heading')).toHaveCount(1);
      await page.unroute(code);
      await page.getByRole('link', { name: 'Back to home' }).click();
      await expect(page).toHaveTitle('Welcome · Parley');
    }
  });
});

test('a toast stays 6000 ms, alone, is not dismissed by a click, and is listed in the recent activity', async ({
  page,
  home,
}) => {
  for (const name of ['Toast One', 'Toast Two']) {
    await writeAsCustomer(home.server, await home.token(), `I am ${name}`, name);
    await waitForThread(home.server, await home.token(), `I am ${name}`);
  }
  await page.clock.install();
  await signIn(page, home.server, home.user);
  const done = async (name: string) => {
    await page.getByRole('region', { name: 'Conversations' }).getByText(name).click();
    // The previous conversation stays until this one is shown.
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await expect(conversation.getByRole('heading', { name })).toBeVisible();
    await page
      .getByRole('button', { name: /^(Mark as done|Done)/ })
      .first()
      .click();
  };
  const toast = page.getByRole('status').filter({ hasText: 'Conversation done' });
  // The code of a conversation is loaded before the clock stops, because React shows awaited content by a timer.
  await page.getByRole('region', { name: 'Conversations' }).getByText('Toast Two').click();
  await expect(
    page.getByRole('region', { name: 'Conversation' }).getByRole('heading', { name: 'Toast Two' }),
  ).toBeVisible();
  await stopClock(page);
  await done('Toast One');
  await expect(toast).toBeVisible();
  await toast.getByText('Conversation done').click();
  // While it is hovered its timer is paused.
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(700, 20);
  await page.clock.runFor(5_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
  await page.clock.resume();

  await done('Toast Two');
  await expect(toast.getByText('Conversation done')).toHaveCount(1);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Recent activity' }).click();
  const drawer = page.getByRole('dialog', { name: 'Recent activity' });
  await expect(drawer.getByText('Conversation done')).toHaveCount(2);
  await drawer.getByRole('button', { name: 'Undo' }).last().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Conversations' }).getByText('Toast One')).toBeVisible();
  // Ctrl+Z undoes the last action.
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('region', { name: 'Conversations' }).getByText('Toast Two')).toBeVisible();
});

test('a conversation is marked as done even when the page is left before the response', async ({ page, home }) => {
  const token = await home.token();
  await writeAsCustomer(home.server, token, 'I am in a hurry', 'Harry Hurry');
  const id = await waitForThread(home.server, token, 'I am in a hurry');
  await signIn(page, home.server, home.user, `/inbox/${id}`);
  const asked = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes(id));
  await page
    .getByRole('button', { name: /^(Mark as done|Done)/ })
    .first()
    .click();
  await asked;
  await page.goto('about:blank');
  await expect
    .poll(async () => {
      const path = `/api/threads/${id}`;
      return (await apiCall<{ state: string }>(home.server.url, 'GET', path, undefined, token)).state;
    })
    .toBe('DONE');
});

test('a conversation opened by its address shows a skeleton until its messages are read', async ({ page, home }) => {
  const token = await home.token();
  await writeAsCustomer(home.server, token, 'Are you open on Sunday?', 'Sunday Shopper');
  const id = await waitForThread(home.server, token, 'Are you open on Sunday?');
  await signIn(page, home.server, home.user, `/inbox/${id}`);
  // Counts every state of the page in which the pane has nothing but its hidden heading.
  await page.addInitScript(`
    window.emptyPanes = 0;
    new MutationObserver(() => {
      const pane = document.querySelector('section[aria-label="Conversation"]');
      if (pane && pane.querySelector(':scope > :not(h1)') === null) window.emptyPanes++;
    }).observe(document, { childList: true, subtree: true });
  `);
  const letGo = await delayRequests(page, (url) => url.pathname === `/api/threads/${id}/messages`);
  await page.reload();
  const pane = page.getByRole('region', { name: 'Conversation' });
  await expect(pane.getByRole('status', { name: 'Loading messages' })).toBeVisible();
  letGo();
  await expect(pane.getByText('Are you open on Sunday?')).toBeVisible();
  expect(await page.evaluate('window.emptyPanes')).toBe(0);
});

test('a conversation under the pointer or the focus is read before it is opened', async ({ page, home }) => {
  const token = await home.token();
  const names = ['Hovered Row', 'Focused Row'];
  const threadIds: string[] = [];
  for (const name of names) {
    await writeAsCustomer(home.server, token, `I am ${name}`, name);
    threadIds.push(await waitForThread(home.server, token, `I am ${name}`));
  }
  // The code that follows the pointer is loaded after the rows, and loads this once it follows.
  const following = page.waitForRequest(/\/panel-sections-[^/]+\.js$/);
  await signIn(page, home.server, home.user);
  await following;
  const list = page.getByRole('region', { name: 'Conversations' });
  const rowOf = (name: string) => list.getByRole('link').filter({ hasText: name });
  const read = new Set<string>();
  page.on('response', (response) => read.add(new URL(response.url()).pathname));
  for (const [index, name] of names.entries()) {
    await (index === 0 ? rowOf(name).hover() : rowOf(name).focus());
    await expect.poll(() => read.has(`/api/threads/${threadIds[index]}/messages`)).toBe(true);
  }
  const letGo = await delayRequests(page, (url) => url.pathname.endsWith('/messages'));
  const conversation = page.getByRole('region', { name: 'Conversation' });
  for (const name of names) {
    await rowOf(name).click();
    await expect(conversation.getByText(`I am ${name}`)).toBeVisible();
  }
  letGo();
});
