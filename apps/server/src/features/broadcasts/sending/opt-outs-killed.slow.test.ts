// @module-tag data
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { loadSecrets } from '../../../platform/secrets.ts';
import { flowOf, keyword, publish, runIn } from '../../../testing/automations.ts';
import {
  draftTo,
  freshPhones,
  listRecipients,
  receivedByPhones,
  runCommand,
  startAndSnapshot,
  templateOf,
  timesGot,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { customerWrites, getMessage, queryAsOwner } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* Who opted out after the recipients were fixed gets no marketing, also when the process that sends is killed again and again. */

const entry = join(import.meta.dirname, '..', '..', '..', 'entrypoints', 'main.ts');
const secretKey = randomBytes(24).toString('hex');
let folder: string;
let world: World;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-opt-outs-'));
  const secrets = await loadSecrets(folder, secretKey);
  // All work is done by processes that this test starts and kills.
  world = await testWorld({ withOtherAccounts: true, secrets, env: { ROLE: 'api' } });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

async function start(): Promise<ChildProcess> {
  // The lease of a killed process is over at once, not when its time is.
  await sql("update channel_leases set expires_at = now() - interval '1 second'");
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: world.server.ownerUrl, SECRET_KEY: secretKey },
      ...{ DATA_DIR: join(folder, 'data'), PORT: '0', ROLE: 'worker', LOG_LEVEL: 'warn', SANDBOX: 'off' },
      GRAPH_BASE_URL: `${world.simulator.url}/simulator`,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a resumed broadcast, a retry, a scheduled message and a waiting automation', async () => {
  let worker = await start();
  const template = await templateOf(world);
  await sql("update templates set category = 'MARKETING'");
  await world.api('PUT /api/client', { body: { opt_out_answers: { on: false, texts: [] } } });
  await sql('update channels set pace = 10 where id = $1', [world.channelId]);

  // One message failed, one is scheduled, and one waits in an automation.
  const [failed, planned, waiting] = [freshPhone(), freshPhone(), freshPhone()];
  await world.phone('POST', '/faults', { next_send_error: 131_026, next_send_error_count: 1 });
  const compose = async (phone: string, send_at?: string) => {
    const id = newId();
    const messages = [{ id, to: `+${phone}`, type: 'template' as const, template: { id: template } }];
    const made = await world.api('POST /api/compose', {
      body: { channel_id: world.channelId, messages, ...(send_at && { send_at }) },
    });
    expect(made.status).toBe(201);
    return id;
  };
  const failedId = await compose(failed);
  await until(async () => (await getMessage(world, failedId)).status === -1);
  const plannedId = await compose(planned, new Date(Date.now() + 7_200_000).toISOString());
  const flow = flowOf(keyword('offers'), [
    { id: 'w', kind: 'wait', minutes: 60, next: 't' },
    { id: 't', kind: 'send_template', template_id: template, values: {}, next: null },
  ]);
  const offers = await publish(world, 'Offers', flow);
  const thread = await customerWrites(world, waiting, 'offers');
  const run = await runIn(world, thread, offers, 'WAITING');
  const before = await timesGot(world, [failed, planned, waiting]);

  // A broadcast is paused on its way, and half of those who wait for it opt out.
  const phones = freshPhones(60);
  const campaign = await draftTo(world, phones, { template_id: template });
  await startAndSnapshot(world, campaign);
  await until(async () => (await receivedByPhones(world)).length > 3);
  await runCommand(world, campaign, 'pause');
  await until(async () => (await sql("select from messages where send_state = 'started'")).length === 0);
  const got = await timesGot(world, phones);
  const left = phones.filter((_, at) => got[at] === 0);
  expect(left.length).toBeGreaterThan(20);
  const out = left.filter((_, at) => at % 2 === 0);
  for (const phone of [...out, failed, planned]) await customerWrites(world, phone, 'STOP');
  await world.api('PUT /api/contacts/{id}/suppression', {
    params: { id: thread.contact_id },
    body: { scope: 'marketing' },
  });
  await until(async () => {
    const [row] = await sql<{ n: number }>(
      "select count(*)::int as n from suppressions where active and scope = 'marketing'",
    );
    return (row?.n ?? 0) >= out.length + 3;
  });
  await kill(worker);

  await runCommand(world, campaign, 'resume');
  await world.api('POST /api/messages/{id}/retry', { params: { id: failedId } });
  await sql("update scheduled_messages set send_at = now() - interval '1 second' where id = $1", [plannedId]);
  await sql('update automation_runs set due_at = now() where id = $1', [run.id]);
  let kills = 0;
  const isOpen = async () => {
    const rows = await listRecipients(world, campaign);
    return rows.some(({ state }) => state === 'QUEUED');
  };
  while (kills < 8 && (await isOpen())) {
    const sent = (await receivedByPhones(world)).length;
    worker = await start();
    await until(async () => (await receivedByPhones(world)).length > sent || !(await isOpen()));
    await kill(worker);
    kills++;
  }
  expect(kills).toBeGreaterThan(1);
  await start();
  const skipped = await untilCampaign(world, campaign, ({ counters }) => counters.queued === 0);
  expect(skipped.counters.skipped).toBe(out.length);
  await until(async () => (await getMessage(world, failedId)).held_reason === 'opted_out');
  await until(async () => (await getMessage(world, plannedId)).held_reason === 'opted_out');
  await runIn(world, thread, offers, 'STOPPED');

  const reasons = (await listRecipients(world, campaign)).filter(({ phone_number }) => out.includes(phone_number));
  expect(new Set(reasons.map(({ state, reason }) => `${state} ${reason}`))).toEqual(new Set(['SKIPPED opted_out']));
  expect(await timesGot(world, out)).toEqual(out.map(() => 0));
  expect(await timesGot(world, [failed, planned, waiting])).toEqual(before);
  const others = phones.filter((phone) => !out.includes(phone));
  expect((await timesGot(world, others)).every((times) => times <= 1)).toBe(true);
}, 300_000);
