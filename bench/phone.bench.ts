import type { NotificationSettings } from '@parley/contract/types';
import type { Page } from '@playwright/test';
import type pg from 'pg';
import { type PushService, startPushService, type TestSubscription } from '../apps/server/src/testing/push-service.ts';
import { createAccount, owner } from '../e2e/support/api.ts';
import { apiCall } from '../scripts/api-call.ts';
import { createImage } from '../scripts/seed/image.ts';
import type { BarName } from './harness/bars.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { connectOwner } from './harness/owner.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { killPage, openPhone, type Phone, pause, slowness, waitingOnDevice } from './harness/phone.ts';
import { type SlowLine, startSlowLine } from './harness/slow-line.ts';

const conversations = 200;
const quality = { roundTripMs: 400, bitsPerSecond: 400_000, loss: 0.02 };
/** What a member does with each conversation without a network: a reply, a note, a label, an assignment, done. */
const actsEach = 5;
const idleS = { quick: 60, whole: 600 };
/** Once the server has everything, something sent twice would come within this. */
const twiceMs = 3_000;

type Shift = {
  options: BenchOptions;
  parley: Parley;
  line: SlowLine;
  phone: Phone;
  database: pg.Client;
  token: string;
  /** Simulated phones of the customers. */
  customers: string[];
  pushed: { service: PushService; browser: TestSubscription };
};

/**
 * A shift on a phone with 200 conversations and a slow line: an answer to a push, a picture from another app, an hour
 * without a network, an hour without anything. `--seconds 3600` stays idle for the whole hour.
 */
export const phoneBench: Bench = {
  name: 'phone',
  title:
    `a phone, ${quality.roundTripMs} ms there and back, ${quality.bitsPerSecond / 1_000} kbit/s, ` +
    `${quality.loss * 100} % loss, processor ${slowness} x slower`,
  async run(options) {
    const figures: Figure[] = [];
    const service = await startPushService();
    const parley = await startParley(options, { env: { ALLOWED_PRIVATE_HOSTS: service.host } });
    const line = await startSlowLine(parley.url, quality);
    const database = await connectOwner(parley.ownerUrl);
    let phone: Phone | undefined;
    try {
      const { token, customers } = await populate(parley);
      phone = await openPhone(line.url, owner);
      const browser = service.subscribe();
      await registerPhone(parley, token, browser);
      line.slowDown();
      const shift = { options, parley, line, phone, database, token, customers, pushed: { service, browser } };
      if (wanted(options, 'phone.push')) figures.push(...(await measurePushes(shift)));
      if (wanted(options, 'phone.share')) figures.push(...(await measureSharing(shift)));
      if (wanted(options, 'phone.settle')) figures.push(await measureOffline(shift));
      if (wanted(options, 'phone.idle')) figures.push(await measureIdle(shift));
      return figures;
    } finally {
      await phone?.close();
      await database.end();
      await line.close();
      await parley.remove();
      await service.close();
    }
  },
};

async function populate(parley: Parley): Promise<{ token: string; customers: string[] }> {
  const setup = { token: await parley.setupToken(), ...owner };
  const { id_token } = await apiCall<{ id_token: string }>(parley.url, 'POST', '/api/auth/setup', setup);
  const token = await createAccount(parley, owner, id_token);
  const call = <T>(method: string, path: string, body?: object) => apiCall<T>(parley.url, method, path, body, token);
  await call('POST', '/api/labels', { name: 'Service', color: 'green' });
  const customers: string[] = [];
  for (let n = 1; n <= conversations; n++) {
    const { id } = await call<{ id: string }>('POST', '/api/sandbox/phones', { name: `Customer ${n}` });
    customers.push(id);
    await write(parley, token, id, `Is my bike of order ${n} ready?`);
  }
  for (;;) {
    const { data } = await call<{ data: object[] }>('GET', `/api/threads?limit=${conversations}`);
    if (data.length === conversations) return { token, customers };
    await pause(100);
  }
}

function write({ url }: Parley, token: string, customer: string, body: string): Promise<unknown> {
  const path = `/api/sandbox/phones/${encodeURIComponent(customer)}/messages`;
  return apiCall(url, 'POST', path, { type: 'text', text: { body } }, token);
}

async function registerPhone({ url }: Parley, token: string, { endpoint, keys }: TestSubscription): Promise<void> {
  const call = <T>(method: string, path: string, body?: object) => apiCall<T>(url, method, path, body, token);
  await call('POST', '/api/push-devices', { endpoint, keys, name: 'Chrome', kind: 'phone' });
  const settings = await call<NotificationSettings>('GET', '/api/notification-settings');
  const unassigned = { ...settings.rules.unassigned, phone: true };
  const quiet = { ...settings.quiet, on: false };
  await call('PUT', '/api/notification-settings', { ...settings, quiet, rules: { ...settings.rules, unassigned } });
  await call('POST', '/api/notifications/read', {});
}

/** From a push to the reply that the server has: in the conversation that it opens, and in the notification itself. */
async function measurePushes(shift: Shift): Promise<Figure[]> {
  const { options } = shift;
  const opened: Sample[] = [];
  const inside: Sample[] = [];
  const taps: Sample[] = [];
  for (let round = 0; round <= options.rounds; round++) {
    const first = await replyToPush(shift, round * 2, false);
    const second = await replyToPush(shift, round * 2 + 1, true);
    options.say(
      `  round ${round}: reply ${seconds(first.ms)} and ${first.taps} taps, in the notification ${seconds(second.ms)}`,
    );
    // The first one warms up the server.
    if (round === 0) continue;
    opened.push({
      value: first.ms / 1_000,
      faults: first.faults,
      notes: { 's until it can be written': first.readyMs / 1_000 },
    });
    taps.push({ value: first.taps, faults: [] });
    inside.push({ value: second.ms / 1_000, faults: second.faults, notes: { taps: second.taps } });
  }
  return [figure('phone.push', opened), figure('phone.taps', taps), figure('phone.reply', inside)];
}

async function replyToPush(shift: Shift, n: number, inNotification: boolean) {
  const { parley, token, phone, line, customers, pushed } = shift;
  const question = `Do you have time today, ${n}?`;
  const answer = `Yes, at ${n}.`;
  const before = pushed.service.of(pushed.browser).length;
  await write(parley, token, customers[n] ?? '', question);
  const wrote = performance.now();
  while (pushed.service.of(pushed.browser).length === before) {
    if (performance.now() - wrote > 60_000) throw new Error('nothing was pushed');
    await pause(2);
  }
  const payload = pushed.service.of(pushed.browser).at(-1)?.payload;
  const tag = `thread:${payload?.thread_id}`;
  const began = performance.now();
  await phone.push(payload ?? {}, tag);
  let taps = 1;
  const path = await phone.tapNotification(tag, inNotification ? answer : undefined);
  // The notification's own Send.
  if (inNotification) taps += 1;
  const page = await phone.open();
  await page.goto(`${line.url}${path}`, { waitUntil: 'commit' });
  let readyMs = 0;
  let typingMs = 0;
  if (!inNotification) {
    await page.locator('[data-message]', { hasText: question }).waitFor();
    const field = page.getByRole('textbox', { name: 'Reply' });
    await field.tap();
    taps += 1;
    readyMs = performance.now() - began;
    const typing = performance.now();
    await field.pressSequentially(answer);
    typingMs = performance.now() - typing;
    await sendButton(page).tap();
    taps += 1;
  }
  await untilCount(shift, 1, 'body', answer);
  const ms = performance.now() - began - typingMs;
  await page.locator('[data-message]', { hasText: answer }).first().waitFor();
  await pause(twiceMs / 3);
  const faults = await onlyOnce(shift, answer);
  await page.close();
  return { ms, taps, readyMs, faults };
}

/** What another app shares goes to the conversation that is chosen, with a network and without. */
async function measureSharing(shift: Shift): Promise<Figure[]> {
  const online: Sample[] = [];
  const offline: Sample[] = [];
  for (let round = 1; round <= Math.min(2, shift.options.rounds); round++) {
    online.push(await share(shift, 2 * round - 1, true));
    offline.push(await share(shift, 2 * round, false));
    shift.options.say(
      `  round ${round}: shared ${online.at(-1)?.value.toFixed(1)} s, offline ${offline.at(-1)?.value.toFixed(1)} s`,
    );
  }
  return [figure('phone.share', online), figure('phone.share.offline', offline)];
}

async function share(shift: Shift, count: number, hasNetwork: boolean): Promise<Sample> {
  const { phone, line } = shift;
  const page = await phone.open();
  await page.goto(`${line.url}/inbox`);
  await rows(page).first().waitFor();
  if (!hasNetwork) await goOffline(shift);
  const picture = createImage([41, 98, 107], [226, 214, 188], 1_600, 1_200);
  await page.evaluate(`{
    const form = Object.assign(document.createElement('form'), { action: '/share', method: 'post', enctype: 'multipart/form-data' });
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (char) => char.charCodeAt(0));
    data.items.add(new File([bytes], 'bell.png', { type: 'image/png' }));
    const field = form.appendChild(Object.assign(document.createElement('input'), { name: 'files', type: 'file' }));
    field.files = data.files;
    document.body.append(form);
    form.submit();
  }`);
  const choice = page.getByRole('dialog', { name: 'Send to' }).getByRole('button', { name: /Customer/ });
  await choice.first().waitFor();
  let began = performance.now();
  await choice.first().tap();
  await page.getByRole('list', { name: 'Files for this message' }).getByText('bell.png').waitFor();
  await page.locator('button:not([aria-disabled="true"])', { hasText: 'Send' }).first().waitFor();
  await sendButton(page).tap();
  if (!hasNetwork) {
    while ((await waitingOnDevice(page)) === 0) await pause(50);
    began = performance.now();
    await goOnline(shift);
  }
  await untilCount(shift, count, 'type', 'image');
  const value = (performance.now() - began) / 1_000;
  await pause(twiceMs);
  const sent = await countOf(shift, 'type', 'image');
  await page.close();
  const faults = sent === count ? [] : [`${sent} pictures of ${count}`];
  return { value, faults, notes: { 'kB of the picture': picture.length / 1_000 } };
}

/** 200 acts without a network, with a kill in the middle: none is lost, none is done twice, and how soon all are there. */
async function measureOffline(shift: Shift): Promise<Figure> {
  const { options, phone, line } = shift;
  const each = options.quick ? 10 : 40;
  let page = await phone.open();
  await page.goto(`${line.url}/inbox`);
  await rows(page).first().waitFor();
  await goOffline(shift);
  const done: string[] = [];
  for (let n = 0; n < each; n++) {
    if (n === Math.floor(each / 2)) {
      await killPage(page);
      page = await phone.open();
      await page.goto(`${line.url}/inbox`, { waitUntil: 'commit' });
      await rows(page).first().waitFor();
    }
    done.push(await workOn(page, n));
  }
  const acts = done.length * actsEach;
  const waiting = await waitingOnDevice(page);
  options.say(`  ${acts} acts without a network, ${waiting} wait on the device`);
  const began = performance.now();
  await goOnline(shift);
  while ((await actsAtServer(shift, done)).there < acts && performance.now() - began < 180_000) await pause(20);
  const ms = performance.now() - began;
  while ((await waitingOnDevice(page)) > 0 && performance.now() - began < 240_000) await pause(100);
  const emptyMs = performance.now() - began;
  await pause(twiceMs);
  const { there, twice } = await actsAtServer(shift, done);
  await page.close();
  const faults = [
    ...(waiting === acts ? [] : [`${waiting} of ${acts} acts waited on the device`]),
    ...(there === acts ? [] : [`${acts - there} of ${acts} acts are lost`]),
    ...(twice === 0 ? [] : [`${twice} acts are there twice`]),
  ];
  options.say(`  all at the server after ${seconds(ms)}, nothing waits on the device after ${seconds(emptyMs)}`);
  return figure('phone.settle', [
    { value: ms / 1_000, faults, notes: { acts, lost: acts - there, twice, 's until nothing waits': emptyMs / 1_000 } },
  ]);
}

/** Answers, notes, labels, assigns and finishes the first conversation of the list. @returns its id */
async function workOn(page: Page, n: number): Promise<string> {
  const row = rows(page).first();
  const id = ((await row.getAttribute('href')) ?? '').split(/[/?]/)[2] ?? '';
  await row.tap();
  const field = page.getByRole('textbox', { name: 'Reply' });
  await field.fill(`Away ${n}`);
  await sendButton(page).tap();
  await page.getByText(`Away ${n}`, { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Note', exact: true }).tap();
  await page.getByRole('textbox', { name: 'Note' }).fill(`Note ${n}`);
  await page.keyboard.press('Enter');
  await page.getByText(`Note ${n}`, { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Unassigned' }).tap();
  await page.getByRole('menuitemradio', { name: /\bme\b/ }).tap();
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Labels' }).tap();
  await page.getByRole('option', { name: 'Service' }).tap();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done', exact: true }).tap();
  await page.locator(`a[href^="/inbox/${id}"]`).waitFor({ state: 'detached' });
  return id;
}

async function actsAtServer({ database }: Shift, threads: readonly string[]) {
  const { rows: found } = await database.query<{ there: number; all: number }>(
    `with messages as (select m.thread_id, count(*)::int n from messages m
       where m.direction = 'OUTGOING' and m.content->>'body' like 'Away %' and m.thread_id = any($1::uuid[]) group by 1),
     notes as (select o.thread_id, count(*)::int n from notes o where o.body like 'Note %' and o.thread_id = any($1::uuid[]) group by 1),
     events as (select e.thread_id, e.kind, count(*)::int n from thread_events e
       where e.kind in ('assigned', 'labels_changed', 'done') and e.thread_id = any($1::uuid[]) group by 1, 2),
     changed as (select (t.assignee_id is not null)::int + (t.state = 'DONE')::int
         + (select count(*)::int from thread_labels l where l.thread_id = t.id) n
       from threads t where t.id = any($1::uuid[]))
     select ((select count(*) from messages) + (select count(*) from notes)
         + (select coalesce(sum(n), 0) from changed))::int as there,
       (select coalesce(sum(n - 1), 0)::int from (select n from messages union all select n from notes
         union all select n from events) x) as "all"`,
    [threads],
  );
  const [row] = found;
  return { there: row?.there ?? 0, twice: row?.all ?? 0 };
}

/** An inbox that is looked at, and nothing happens. */
async function measureIdle(shift: Shift): Promise<Figure> {
  const { options, phone, line } = shift;
  const page = await phone.open();
  await page.goto(`${line.url}/inbox`);
  await rows(page).first().waitFor();
  // What loads after the first screen has loaded.
  await pause(options.quick ? 15_000 : 60_000);
  const forS = options.quick ? idleS.quick : Math.max(idleS.whole, options.seconds);
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
  });
  const before = line.bytes();
  await pause(forS * 1_000);
  const after = line.bytes();
  const [up, down] = [after.up - before.up, after.down - before.down];
  await page.close();
  options.say(`  ${up} bytes up and ${down} down in ${forS} s: ${JSON.stringify([...asked])}`);
  const anHour = 3_600 / forS / 1_000_000;
  return figure('phone.idle', [
    {
      value: (up + down) * anHour,
      faults: [],
      notes: { 'MB up': up * anHour, 'MB down': down * anHour, 's measured': forS },
    },
  ]);
}

async function goOffline({ phone, line }: Shift): Promise<void> {
  line.cut();
  await phone.context.setOffline(true);
}

async function goOnline({ phone, line }: Shift): Promise<void> {
  line.restore();
  await phone.context.setOffline(false);
}

const rows = (page: Page) => page.locator('a[href^="/inbox/"]');
const sendButton = (page: Page) => page.getByRole('button', { name: /^Send( ↵)?$/ });

/** Messages of the team whose body or type is this. */
async function countOf({ database }: Shift, by: 'body' | 'type', value: string): Promise<number> {
  const column = by === 'body' ? "content->>'body'" : 'type';
  const { rows: found } = await database.query<{ n: number }>(
    `select count(*)::int n from messages where direction = 'OUTGOING' and ${column} = $1`,
    [value],
  );
  return found[0]?.n ?? 0;
}

async function untilCount(shift: Shift, count: number, by: 'body' | 'type', value: string): Promise<void> {
  const began = performance.now();
  while ((await countOf(shift, by, value)) < count) {
    if (performance.now() - began > 120_000) throw new Error(`${value} did not arrive within two minutes`);
    await pause(10);
  }
}

async function onlyOnce(shift: Shift, body: string): Promise<string[]> {
  const sent = await countOf(shift, 'body', body);
  return sent === 1 ? [] : [`${body} is there ${sent} times`];
}

function figure(name: BarName, samples: readonly Sample[]): Figure {
  return { name, rounds: samples.map((subject) => ({ subject, comparison: null })) };
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
