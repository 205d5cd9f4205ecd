// @module-tag data
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets } from '../../platform/secrets.ts';
import { freshPhone } from '../../testing/phones.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam } from '../../testing/team.ts';
import { type Receiver, startReceiver } from '../../testing/webhook-receiver.ts';
import { until } from '../../testing/world.ts';

const entry = join(import.meta.dirname, '..', '..', 'entrypoints', 'main.ts');
const secretKey = randomBytes(24).toString('hex');
const contacts = 150;

let receiver: Receiver;
let folder: string;
/** Answers calls and delivers nothing. */
let api: TestServer;
let worker: ChildProcess;

beforeAll(async () => {
  receiver = await startReceiver();
  folder = await mkdtemp(join(tmpdir(), 'parley-webhooks-'));
  const secrets = await loadSecrets(folder, secretKey);
  api = await testServer({
    withOtherAccounts: true,
    secrets,
    env: { ROLE: 'api', ALLOWED_PRIVATE_HOSTS: receiver.host },
  });
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

test('kill -9 during deliveries loses none', async () => {
  const team = await createTeam(api);
  receiver.answers.set('/events', null);
  const body = { url: receiver.url('/events'), events: ['contact.changed'] };
  expect((await team.call(team.owner, 'POST', '/webhooks', body)).status).toBe(201);
  const ids: string[] = [];
  for (let n = 0; n < contacts; n++) {
    const contact = { phone_number: `+${freshPhone()}`, name: `No ${n}` };
    ids.push((await team.call<{ id: string }>(team.owner, 'POST', '/contacts', contact)).body.id);
  }
  // Attempts hang, then their process dies: none of them was answered.
  await start();
  await until(async () => receiver.of('/events').length > 10);
  await kill();
  receiver.answers.delete('/events');
  const unanswered = receiver.of('/events').length;
  const answered = () => receiver.of('/events').slice(unanswered);
  await start();
  await until(async () => answered().length > 5);
  await kill();
  await start();
  const missing = () => {
    const got = new Set(answered().map(({ body }) => body.data['id']));
    return ids.filter((id) => !got.has(id));
  };
  await until(async () => missing().length === 0);
  // Repetitions are told by their id.
  const events = new Set(answered().map(({ headers }) => headers['webhook-id']));
  expect(events.size).toBe(contacts);
}, 180_000);
