// @module-tag data
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEvent } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets } from '../../../platform/secrets.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam } from '../../../testing/team.ts';
import { type Receiver, startReceiver } from '../../../testing/webhook-receiver.ts';
import { until } from '../../../testing/world.ts';

const entry = join(import.meta.dirname, '..', '..', '..', 'entrypoints', 'main.ts');
const secretKey = randomBytes(24).toString('hex');
const events = 180;

let receiver: Receiver;
let folder: string;
/** Answers calls and forwards nothing. */
let api: TestServer;
let worker: ChildProcess;

beforeAll(async () => {
  receiver = await startReceiver();
  folder = await mkdtemp(join(tmpdir(), 'parley-forwarding-'));
  const secrets = await loadSecrets(folder, secretKey);
  api = await testServer({ secrets, env: { ROLE: 'api', ALLOWED_PRIVATE_HOSTS: receiver.host } });
});
afterAll(async () => {
  await kill();
  await receiver.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: api.ownerUrl,
      SECRET_KEY: secretKey,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      ROLE: 'worker',
      LOG_LEVEL: 'warn',
      SANDBOX: 'off',
      ALLOWED_PRIVATE_HOSTS: receiver.host,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(worker, 'message');
}

async function kill(): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

test('kill -9 in a batch loses nothing and changes no order; what comes twice has the same id', async () => {
  const team = await createTeam(api);
  receiver.answers.set('/log', null);
  const body = { name: 'SIEM', kind: 'webhook', address: receiver.url('/log'), include_past: true };
  expect((await team.call(team.owner, 'POST', '/audit-forwardings', body)).status).toBe(201);
  for (let n = 0; n < events; n++) {
    await team.call(team.owner, 'POST', '/user-groups', { name: `Group ${n}`, member_ids: [] });
  }
  // The receiver has the batch and has not answered when the process dies.
  await start();
  await until(async () => receiver.of('/log').length > 0);
  await kill();
  await team.call(team.owner, 'POST', '/user-groups', { name: 'Afterwards', member_ids: [] });
  receiver.answers.delete('/log');
  await start();
  const { rows } = await api.owner.query<{ id: string }>(
    'select id from audit_events where client_id = $1 order by tx, id',
    [team.clientId],
  );
  const calls = () => receiver.of('/log').map((one) => ({ ...one, events: one.body.data as unknown as AuditEvent[] }));
  await until(async () => calls().at(-1)?.events.at(-1)?.id === rows.at(-1)?.id, 90_000);
  const [lost, again, ...more] = calls();
  expect(again?.headers['webhook-id']).toBe(lost?.headers['webhook-id']);
  expect(again?.body).toEqual(lost?.body);
  expect([again, ...more].flatMap((call) => call?.events ?? []).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
}, 240_000);
