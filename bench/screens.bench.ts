import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import { createAccount, owner, waitForThread, writeAsCustomer } from '../e2e/support/api.ts';
import { openMeasuringBrowser, waitForServiceWorker } from '../e2e/support/vitals.ts';
import { apiCall } from '../scripts/api-call.ts';
import type { Bench, Figure, Sample } from './harness/bench.ts';
import { type Parley, startParley } from './harness/parley.ts';

/** The slowdown factor of the browser's processor. */
const slowness = 4;
const conversations = 12;
/** Messages of the long conversation, in which the typing is measured. */
const longThread = 1_000;
const typed = 'Yes, the blue one is ready. You can pick it up on Friday.';
/** Long enough for hovering to load what it loads. */
const hoverMs = 300;

type Browser = Awaited<ReturnType<typeof openMeasuringBrowser>>;
type Cold = { requests: number; scriptKib: number };

/** How quickly the inbox follows an agent on a slow processor, and what a browser with empty caches loads for it. */
export const screensBench: Bench = {
  name: 'screens',
  title: `the inbox in a browser, processor ${slowness} x slower`,
  async run(options) {
    const parley = await startParley(options, {});
    const browser = await openMeasuringBrowser(slowness);
    try {
      await populate(parley);
      const cold: Cold[] = [];
      const samples = { first: [] as Sample[], seen: [] as Sample[], typing: [] as Sample[] };
      for (let round = 0; round <= options.rounds; round++) {
        const context = await browser.newContext();
        const page = await browser.open(context);
        await enter(page, parley.url);
        const first = await switches(page);
        const seen = await switches(page);
        const typing = await typeInLongThread(page);
        cold.push(await loadCold(browser, context, parley.url));
        options.say(
          `  round ${round}: first ${text(first)}, seen ${text(seen)}, key p95 ${typing} ms, ` +
            `cold ${cold.at(-1)?.requests} requests, ${cold.at(-1)?.scriptKib.toFixed(0)} KiB of script`,
        );
        // The first warms up the server.
        if (round === 0) continue;
        samples.first.push(sampleOf(first));
        samples.seen.push(sampleOf(seen));
        samples.typing.push({ value: typing, faults: [] });
      }
      const figure = (name: Figure['name'], rounds: Sample[]): Figure => ({
        name,
        rounds: rounds.map((subject) => ({ subject, comparison: null })),
      });
      const counted = cold.slice(1);
      return [
        figure('screens.switch.seen', samples.seen),
        figure('screens.switch.first', samples.first),
        figure('screens.typing', samples.typing),
        figure(
          'screens.cold.requests',
          counted.map(({ requests }) => ({ value: requests, faults: [] })),
        ),
        figure(
          'screens.cold.script',
          counted.map(({ scriptKib }) => ({ value: scriptKib, faults: [] })),
        ),
      ];
    } finally {
      await browser.close();
      await parley.remove();
    }
  },
};

async function populate(parley: Parley): Promise<void> {
  const setup = { token: await parley.setupToken(), ...owner };
  const { id_token } = await apiCall<{ id_token: string }>(parley.url, 'POST', '/api/auth/setup', setup);
  const token = await createAccount(parley, owner, id_token);
  for (let index = 1; index <= conversations; index++) {
    await writeAsCustomer(parley, token, `Last words of ${index}.`, nameOf(index));
  }
  const phone = await writeAsCustomer(parley, token, 'Good morning!', 'Long story');
  const path = `/api/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  for (let index = 2; index <= longThread; index++) {
    await apiCall(parley.url, 'POST', path, { type: 'text', text: { body: `Message ${index}.` } }, token);
  }
  await waitForThread(parley, token, `Message ${longThread}.`);
}

function nameOf(index: number): string {
  return `Customer ${String(index).padStart(2, '0')}`;
}

async function enter(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/inbox');
  await waitForServiceWorker(page);
}

/** From the click on a row to the frame that shows the conversation's last message, for each conversation. */
async function switches(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let index = 1; index <= conversations; index++) {
    const row = page.locator('a[href^="/inbox/"]', { hasText: nameOf(index) });
    await row.hover();
    await page.waitForTimeout(hoverMs);
    times.push(await page.evaluate<number>(switchTo(nameOf(index), `Last words of ${index}.`)));
  }
  return times;
}

// The frame after the one in which the message stands is the one that is painted with it.
const switchTo = (name: string, words: string) => `new Promise((resolve) => {
  const includes = (text) => (element) => element.textContent.includes(text);
  const row = [...document.querySelectorAll('a[href^="/inbox/"]')].find(includes(${JSON.stringify(name)}));
  const start = performance.now();
  const look = () => {
    const shown = [...document.querySelectorAll('[data-message]')].some(includes(${JSON.stringify(words)}));
    requestAnimationFrame(shown ? () => resolve(performance.now() - start) : look);
  };
  row.click();
  look();
})`;

/** From a key to the frame that shows it: 95 % of the keys within. */
async function typeInLongThread(page: Page): Promise<number> {
  await page.locator('a[href^="/inbox/"]', { hasText: 'Long story' }).click();
  await page.locator('[data-message]', { hasText: `Message ${longThread}.` }).waitFor();
  const field = page.locator('main textarea');
  await field.click();
  // Not by entries of type 'event': without a display the browser presents nothing while only text changes, and reports
  // every key as lasting until something else moves.
  await page.evaluate(`{
    const keys = (window.keys = []);
    let pressedAt = 0;
    addEventListener('keydown', (event) => { pressedAt = event.timeStamp; }, { capture: true });
    addEventListener('input', () => {
      const since = pressedAt;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => keys.push(performance.now() - since);
        port2.postMessage(null);
      });
    });
  }`);
  await field.pressSequentially(typed, { delay: 100 });
  await page.waitForFunction(`window.keys.length === ${typed.length}`);
  const keys = await page.evaluate<number[]>('window.keys');
  await field.fill('');
  return percentile(keys, 0.95);
}

/** `/inbox` in a browser with empty caches that is signed in: until its rows can be used. */
async function loadCold(browser: Browser, entered: BrowserContext, url: string): Promise<Cold> {
  const state = await entered.storageState();
  await entered.close();
  const context = await browser.newContext();
  const [origin] = state.origins;
  await context.addCookies(state.cookies);
  await context.addInitScript((kept) => {
    for (const { name, value } of kept) localStorage.setItem(name, value);
  }, origin?.localStorage ?? []);
  const page = await browser.open(context);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let requests = 0;
  const scripts = new Set<string>();
  session.on('Network.requestWillBeSent', ({ request, type }) => {
    requests++;
    if (type === 'Script') scripts.add(request.url);
  });
  await page.goto(`${url}/inbox`, { waitUntil: 'commit' });
  await page.locator('a[href^="/inbox/"]', { hasText: nameOf(1) }).waitFor();
  const cold: Cold = { requests, scriptKib: 0 };
  // The server sends files as they are: a proxy in front of it compresses them.
  for (const script of [...scripts]) {
    const body = await (await context.request.get(script)).body();
    cold.scriptKib += gzipSync(body, { level: 9 }).length / 1_024;
  }
  await context.close();
  return cold;
}

function sampleOf(times: readonly number[]): Sample {
  return { value: percentile(times, 0.5), faults: [], notes: { p95: percentile(times, 0.95) } };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function text(times: readonly number[]): string {
  return `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)} ms`;
}
