// @module-tag data
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endServerProcess, startServerProcess } from '../../../../../../scripts/server-process.ts';
import { loadSecrets } from '../../../platform/secrets.ts';
import { customerWrites, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { sendsOf } from '../../../testing/steady-sends.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* Messages are discarded while two processes send them and are killed: each is sent or discarded, never both. */

const secretKey = randomBytes(24).toString('hex');
let folder: string;
let world: World;
const workers = new Set<ChildProcess>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-discard-'));
  const secrets = await loadSecrets(folder, secretKey);
  world = await testWorld({ withOtherAccounts: true, secrets, env: { ROLE: 'api' } });
});
afterAll(async () => {
  for (const worker of workers) await endServerProcess(worker, 'SIGKILL');
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const setState = (state: 'ACTIVE' | 'PAUSED') =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });
// The lease of a process that was killed is over at once.
const freeLease = () => sql("update channel_leases set expires_at = now() - interval '1 second'");

async function startSending(): Promise<ChildProcess> {
  await freeLease();
  const { child: worker } = await startServerProcess({
    dataDir: join(folder, 'data'),
    port: '0',
    env: {
      LOG_LEVEL: 'warn',
      ...{ DATABASE_URL: world.server.ownerUrl, SECRET_KEY: secretKey },
      ...{ ROLE: 'worker', SANDBOX: 'off', GRAPH_BASE_URL: `${world.simulator.url}/simulator` },
    },
  });
  workers.add(worker);
  return worker;
}

test('no message that was discarded reaches WhatsApp', async () => {
  let two = [await startSending(), await startSending()];
  await sql('update channels set pace = 20 where id = $1', [world.channelId]);
  await setState('PAUSED');
  const threads = await Promise.all(Array.from({ length: 30 }, () => customerWrites(world)));
  const ids = (
    await Promise.all(
      threads.flatMap((thread) =>
        [1, 2, 3, 4].map(
          async (n) => (await world.api('POST /api/messages', { body: textBody(thread, `${n}`) })).body.id,
        ),
      ),
    )
  ).toSorted();
  await setState('ACTIVE');
  const discarded: string[] = [];
  for (const [at, id] of ids.entries()) {
    if (at % 2 === 1) continue;
    const { status } = await world.api('POST /api/messages/{id}/discard', { params: { id } });
    expect([200, 409]).toContain(status);
    if (status === 200) discarded.push(id);
    if (at === 20 || at === 60) {
      await Promise.all(two.map((worker) => endServerProcess(worker, 'SIGKILL')));
      two = [await startSending(), await startSending()];
    }
    if (at % 10 === 0) await freeLease();
  }
  await until(async () => (await sql("select from triggers where state <> 'done'")).length === 0, 120_000);
  const rows = await sql<{ id: string; send_state: string }>('select id, send_state from messages where id = any($1)', [
    ids,
  ]);
  const inState = (state: string) => rows.filter((row) => row.send_state === state).map(({ id }) => id);
  const taken = (await sendsOf(world)).map(({ opaque }) => opaque ?? '').filter((id) => ids.includes(id));
  expect(new Set(taken).size, 'nothing twice').toBe(taken.length);
  expect(inState('discarded').sort()).toEqual(discarded.sort());
  expect(discarded.length).toBeGreaterThan(5);
  expect(discarded.filter((id) => taken.includes(id))).toEqual([]);
  // What was started at a kill is unknown, and settled by WhatsApp's statuses.
  const rest = new Set([...discarded, ...taken, ...inState('unknown')]);
  expect(ids.filter((id) => !rest.has(id))).toEqual([]);
}, 300_000);
