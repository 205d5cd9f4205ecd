import type { Page } from '@playwright/test';
import { createAccount, owner, waitForThread, writeAsCustomer } from '../e2e/support/api.ts';
import { measure, openMeasuringBrowser, type Vitals, waitForServiceWorker } from '../e2e/support/vitals.ts';
import { apiCall } from '../scripts/api-call.ts';
import type { Bench, Sample } from './harness/bench.ts';
import { type Parley, startParley } from './harness/parley.ts';

/** The slowdown factor of the browser's processor: a mid-range phone. */
const slowness = 4;
/** Conversations of the inbox in the warm measurement. */
const conversations = 12;

const pages = [
  { name: 'landing', path: '/', shown: 'h1' },
  { name: 'login', path: '/login', shown: 'input[type="email"]' },
] as const;
const teamPages = [
  { name: 'inbox', path: '/inbox', shown: '[data-thread-row], main ul a' },
  { name: 'settings', path: '/settings', shown: 'h1' },
  { name: 'sandbox', path: '/sandbox', shown: 'h1' },
] as const;

/** How pages load in a browser on a slow processor: largest contentful paint, and layout shift. */
export const webBench: Bench = {
  name: 'web',
  title: `pages in a browser, processor ${slowness} x slower`,
  async run(options) {
    const parley = await startParley(options, {});
    const browser = await openMeasuringBrowser(slowness);
    try {
      const token = await populate(parley);
      const threadId = await waitForThread(parley, token, 'Conversation 1.');
      const visitor = await browser.newContext();
      const team = await browser.newContext();
      const teamPage = await browser.open(team);
      await enter(teamPage, parley.url);
      const rounds: Array<Record<string, Vitals>> = [];
      for (let round = 0; round <= options.rounds; round++) {
        const seen: Record<string, Vitals> = {};
        for (const { name, path, shown } of pages) {
          const page = await browser.open(visitor);
          seen[name] = await measure(page, parley.url + path, shown);
          await page.close();
        }
        for (const { name, path, shown } of teamPages) seen[name] = await measure(teamPage, parley.url + path, shown);
        seen['thread'] = await measure(teamPage, `${parley.url}/inbox/${threadId}`, 'textarea');
        options.say(`  round ${round}: ${Object.entries(seen).map(line).join(', ')}`);
        // The first fills caches and compiles.
        if (round > 0) rounds.push(seen);
      }
      const figure = (pick: (seen: Record<string, Vitals>) => Sample) =>
        rounds.map((seen) => ({ subject: pick(seen), comparison: null }));
      return [
        { name: 'web.lcp.landing', rounds: figure((seen) => lcp(seen['landing'])) },
        { name: 'web.lcp.inbox', rounds: figure((seen) => lcp(seen['inbox'])) },
        { name: 'web.cls', rounds: figure(worstShift) },
      ];
    } finally {
      await browser.close();
      await parley.remove();
    }
  },
};

/** The first user, an account, customers' messages. @returns a token of the account */
async function populate(parley: Parley): Promise<string> {
  const setup = { token: await parley.setupToken(), ...owner };
  const { id_token } = await apiCall<{ id_token: string }>(parley.url, 'POST', '/api/auth/setup', setup);
  const token = await createAccount(parley, owner, id_token);
  for (let index = 1; index <= conversations; index++) {
    await writeAsCustomer(parley, token, `Conversation ${index}. Is the blue bike still there?`, `Customer ${index}`);
  }
  return token;
}

/** Signs in and waits until the inbox, its code and its rows are stored on the device: later measurements are warm. */
async function enter(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/inbox');
  await waitForServiceWorker(page);
}

function lcp(vitals: Vitals | undefined): Sample {
  const value = vitals?.lcpMs ?? 0;
  return { value, faults: value > 0 ? [] : ['nothing was painted'] };
}

function worstShift(seen: Record<string, Vitals>): Sample {
  const notes = Object.fromEntries(Object.entries(seen).map(([name, { cls }]) => [name, cls]));
  return { value: Math.max(...Object.values(notes)), faults: [], notes };
}

function line([name, { lcpMs, cls }]: [string, Vitals]): string {
  return `${name} LCP ${lcpMs.toFixed(0)} ms CLS ${cls.toFixed(3)}`;
}
