// @module-tag data
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IncomingWebhook } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets } from '../../../platform/secrets.ts';
import { customerWrites, queryAsOwner, untilBlocked } from '../../../testing/inbox.ts';
import { callIncoming } from '../../../testing/incoming-call.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

const entry = join(import.meta.dirname, '..', '..', '..', 'entrypoints', 'main.ts');
const secretKey = randomBytes(24).toString('hex');
let folder: string;
let world: World;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-incoming-'));
  const secrets = await loadSecrets(folder, secretKey);
  world = await testWorld({ withOtherAccounts: true, secrets });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Another process that takes calls. */
async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: world.server.ownerUrl, SECRET_KEY: secretKey },
      ...{ DATA_DIR: join(folder, 'data'), PORT: '0', ROLE: 'worker', LOG_LEVEL: 'warn', SANDBOX: 'off' },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url };
}

test('kill -9 in the middle of a call leaves nothing, and the same call again has one effect', async () => {
  const { channelId: channel_id, clientId } = world;
  const phone = freshPhone();
  await customerWrites(world, phone);
  const made = await world.api('POST /api/incoming-webhooks', {
    body: {
      name: 'Shop',
      contact: { phone_number: 'phone', name: 'name' },
      message: { type: 'text', channel_id, text: 'Hello {{name}}' },
    },
  } as never);
  const { url, secret } = made.body as IncomingWebhook & { secret: string };
  const owner = <R extends Record<string, unknown>>(text: string) =>
    queryAsOwner<R>(world.server.owner, text, [clientId]);
  const effects = async () => {
    const sent = await owner(
      "select from messages where client_id = $1 and created_by = 'webhook' and direction = 'OUTGOING'",
    );
    const named = await owner("select from contacts where client_id = $1 and name = 'Vera'");
    const calls = await owner("select from incoming_webhook_calls where client_id = $1 and state = 'accepted'");
    return [sent.length, named.length, calls.length];
  };
  const call = (server: string) =>
    callIncoming(`${server}${new URL(url).pathname}`, secret, { phone, name: 'Vera' }, { id: 'order-17' });

  // The call is written and the contact changed; its message waits for the conversation.
  const first = await start();
  await world.server.owner.query('begin');
  await world.server.owner.query('select from threads where client_id = $1 for update', [clientId]);
  const lost = call(first.url).catch(() => null);
  await untilBlocked(world.server.owner);
  const gone = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await gone;
  expect(await lost).toBeNull();
  await world.server.owner.query('commit');
  await until(async () => {
    const open = await queryAsOwner(
      world.server.owner,
      `select from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
         and query like '%threads%'`,
    );
    return open.length === 0;
  });
  expect(await effects()).toEqual([0, 0, 0]);

  const second = await start();
  expect((await call(second.url)).body).toMatchObject({ repeated: false });
  expect((await call(second.url)).body).toMatchObject({ repeated: true });
  expect(await effects()).toEqual([1, 1, 1]);
});
