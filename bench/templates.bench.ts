import { type Simulator, startSimulator } from '@parley/whatsapp-simulator';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { createAccount, owner } from '../e2e/support/api.ts';
import { openMeasuringBrowser } from '../e2e/support/vitals.ts';
import { apiCall } from '../scripts/api-call.ts';
import type { Bench, Figure, Sample } from './harness/bench.ts';
import { type Parley, startParley } from './harness/parley.ts';

const templatesPerSync = 200;
const templatesInAll = 1_000;
const typed = 'order 42 is ready';

/** One of several WhatsApp accounts: none may have more than 250 templates. */
const accountOf = (index: number) => ({
  numberId: `10654035224290${index}`,
  token: `EAA-token-of-shop-${index}`,
  app_secret: `secret-of-the-app-of-shop-${index}`,
  waba_id: `10229012934030${index}`,
  display_phone_number: `44207946007${index}`,
  verified_name: `Kestrel Cycles ${index}`,
});
type Account = ReturnType<typeof accountOf>;

/** Templates in numbers: how long a sync takes, and how soon the list, the picker and the preview follow a key. */
export const templatesBench: Bench = {
  name: 'templates',
  title: `${templatesInAll} templates`,
  async run(options) {
    const simulator = await startSimulator({ limits: { sendsPerSecond: null, phones: null, throughput: false } });
    const parley = await startParley(options, { env: { GRAPH_BASE_URL: `${simulator.url}/simulator` } });
    const browser = await openMeasuringBrowser(1);
    try {
      const setup = { token: await parley.setupToken(), ...owner };
      const { id_token } = await apiCall<{ id_token: string }>(parley.url, 'POST', '/api/auth/setup', setup);
      const token = await createAccount(parley, owner, id_token);
      const syncs: Sample[] = [];
      for (let index = 0; index < templatesInAll / templatesPerSync; index++) {
        const { numberId, ...account } = accountOf(index);
        simulator.registerAccount(numberId, account);
        await makeTemplates(simulator, account, index * templatesPerSync);
        syncs.push(await sync(parley, token, await connect(parley, token, accountOf(index))));
        options.say(`  sync of account ${index}: ${syncs.at(-1)?.value.toFixed(2)} s`);
      }
      await joinAccounts(parley);
      const page = await browser.open(await browser.newContext());
      await signIn(page, parley.url);
      const keys = { list: [] as Sample[], picker: [] as Sample[], preview: [] as Sample[] };
      for (let round = 0; round <= options.rounds; round++) {
        const seen = {
          list: await typeInList(page, parley.url),
          picker: await typeInPicker(page, parley.url),
          preview: await typeInEditor(page, parley.url),
        };
        options.say(
          `  round ${round}: list ${seen.list.value}, picker ${seen.picker.value}, preview ${seen.preview.value} ms`,
        );
        // The first compiles the page's code.
        if (round === 0) continue;
        for (const name of ['list', 'picker', 'preview'] as const) keys[name].push(seen[name]);
      }
      const figure = (name: Figure['name'], samples: Sample[]): Figure => ({
        name,
        rounds: samples.map((subject) => ({ subject, comparison: null })),
      });
      return [
        figure('templates.sync', syncs),
        figure('templates.list', keys.list),
        figure('templates.picker', keys.picker),
        figure('templates.preview', keys.preview),
      ];
    } finally {
      await browser.close();
      await parley.remove();
      await simulator.close();
    }
  },
};

async function connect(parley: Parley, token: string, account: Account): Promise<string> {
  const { numberId, display_phone_number, verified_name: label, token: access_token, ...ids } = account;
  const channel = {
    kind: 'WHATSAPP',
    channel_label: label,
    phone_number: `+${display_phone_number}`,
    phone_number_id: numberId,
    access_token,
    verify_token: 'verify-token',
    ...ids,
  };
  return (await apiCall<{ id: string }>(parley.url, 'POST', '/api/channels', channel, token)).id;
}

/** Approved templates at WhatsApp's side. */
async function makeTemplates(simulator: Simulator, account: Omit<Account, 'numberId'>, from: number): Promise<void> {
  const call = (method: string, path: string, body: object) =>
    send(method, `${simulator.url}/simulator${path}`, account.token, body);
  await call('POST', '/control/faults', { review_ms: 0 });
  for (let at = from; at < from + templatesPerSync; at++) {
    // WhatsApp accepts a hundred new templates an hour.
    const clock = { offset_ms: Math.floor((at - from) / 100) * 3_660_000 };
    if (at % 100 === 0) await call('POST', '/control/clock', clock);
    await call('POST', `/v25.0/${account.waba_id}/message_templates`, {
      name: `order_${at}`,
      language: 'en',
      category: 'UTILITY',
      components: [
        {
          type: 'BODY',
          text: `Hello {{1}}, your order ${at} is ready to be collected at our shop.`,
          example: { body_text: [['Ana']] },
        },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
      ],
    });
  }
}

async function send(method: string, url: string, token: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
}

/** All templates in one account, as a verified business may have them. */
async function joinAccounts(parley: Parley): Promise<void> {
  const client = new Client({ connectionString: parley.ownerUrl });
  await client.connect();
  try {
    // Each account has the same ready-made ones as well.
    const made = '^order_[0-9]+$';
    await client.query('update templates set waba_id = $1 where name ~ $2', [accountOf(0).waba_id, made]);
  } finally {
    await client.end();
  }
}

/** Fetches all templates and stores the new ones; seconds from the call to its response. */
async function sync(parley: Parley, token: string, channelId: string): Promise<Sample> {
  const began = performance.now();
  const made = await apiCall<{ new: number }>(
    parley.url,
    'POST',
    '/api/templates/sync',
    { channel_id: channelId, dry_run: false },
    token,
  );
  const value = (performance.now() - began) / 1_000;
  return { value, faults: made.new >= templatesPerSync ? [] : [`${made.new} templates came in`] };
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/inbox');
}

async function typeInList(page: Page, url: string): Promise<Sample> {
  await page.goto(`${url}/templates/whatsapp`);
  await page.getByText('order_1', { exact: true }).first().waitFor();
  return slowestKey(page, page.getByRole('searchbox', { name: 'Search templates' }));
}

async function typeInPicker(page: Page, url: string): Promise<Sample> {
  await page.goto(`${url}/compose`);
  await page.getByRole('combobox', { name: 'To' }).fill('+447700900801');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Templates' }).waitFor();
  return slowestKey(page, page.getByRole('searchbox', { name: 'Find a template' }));
}

async function typeInEditor(page: Page, url: string): Promise<Sample> {
  await page.goto(`${url}/templates/add`);
  const field = page.getByRole('textbox', { name: /^Text/ });
  await field.fill('Hello. ');
  await page.getByRole('figure').getByText('Hello.').waitFor();
  return slowestKey(page, field, 'figure');
}

/**
 * Types a text key by key: the slowest key's milliseconds from the press to the frame that shows it (8 ms steps, as
 * browsers report them), or with `follows` to the change of that element.
 */
async function slowestKey(page: Page, field: ReturnType<Page['locator']>, follows?: string): Promise<Sample> {
  await field.focus();
  await page.evaluate(`(() => {
    const seen = (window.keys = []);
    const follows = ${JSON.stringify(follows ?? null)};
    if (follows === null) {
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) if (name.startsWith('key')) seen.push(duration);
      }).observe({ type: 'event', durationThreshold: 16 });
      return;
    }
    let pressed = 0;
    addEventListener('keydown', () => { pressed = performance.now(); }, true);
    new MutationObserver(() => {
      if (pressed > 0) seen.push(performance.now() - pressed);
      pressed = 0;
    }).observe(document.querySelector(follows), { subtree: true, childList: true, characterData: true });
  })()`);
  await field.pressSequentially(typed, { delay: 120 });
  await page.waitForTimeout(300);
  const seen = await page.evaluate<number[]>('window.keys');
  const enough = follows === undefined || seen.length >= typed.length - 3;
  return { value: Math.max(0, ...seen), faults: enough ? [] : [`${seen.length} keys were followed`] };
}
