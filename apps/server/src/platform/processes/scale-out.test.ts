import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Channel, Client, Thread, Tokens } from '@parley/contract/types';
import { type Simulator, startSimulator } from '@parley/whatsapp-simulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '../../testing/empty-database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { until } from '../../testing/world.ts';
import { newId } from '../ids.ts';

const entry = join(import.meta.dirname, '..', '..', 'entrypoints', 'main.ts');
const secretKey = randomBytes(24).toString('hex');
const longMs = 300_000;

type Member = { child: ChildProcess; url: string };

let database: EmptyDatabase;
let folder: string;
let simulator: Simulator;
let proxy: { url: string; server: Server; targets: string[] };
const children: ChildProcess[] = [];
let apis: Member[];
let workers: Member[];
let tokens: Tokens;
let channel: Channel;

/** A process as an operator adds it. Resolves when it is ready. */
async function start(role: 'api' | 'worker'): Promise<Member> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey,
      DATA_DIR: join(folder, 'data'),
      GRAPH_BASE_URL: `${simulator.url}/simulator`,
      PUBLIC_URL: proxy.url,
      TRUSTED_PROXY: 'loopback',
      CALLS_PER_SECOND: '0',
      ACCOUNT_CALLS_PER_SECOND: '0',
      PORT: '0',
      ROLE: role,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data.toString()));
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(said)));
  failed.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [{ url: string }];
  return { child, url: message.url };
}

async function end({ child }: Member, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Takes the targets in turn. A call that reached none is tried on the next one, like an operator's proxy does. */
async function startProxy(): Promise<typeof proxy> {
  const started = { url: '', server: createServer(), targets: [] as string[] };
  let turn = 0;
  started.server.on('request', (incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const forward = (left: number) => {
        const target = started.targets[turn++ % started.targets.length];
        const { method, headers } = incoming;
        const onward = request(`${target}${incoming.url}`, { method, headers, agent: false }, (response) => {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
        });
        onward.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED' && left > 0) forward(left - 1);
          else if (answer.headersSent) answer.destroy();
          else answer.writeHead(502).end();
        });
        onward.end(body);
      };
      forward(started.targets.length);
    });
  });
  await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
  started.url = `http://127.0.0.1:${(started.server.address() as AddressInfo).port}`;
  return started;
}

type Reply<T> = { status: number; body: T };

async function call<T>(method: string, path: string, body?: unknown, base = proxy.url): Promise<Reply<T>> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      ...(tokens === undefined ? {} : { authorization: `Bearer ${tokens.id_token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

async function callOk<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call<T>(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const number = {
  phone_number_id: '106540352242922',
  waba_id: '102290129340398',
  access_token: 'EAA-token-of-the-scale-test',
  app_secret: 'app-secret-of-the-scale-test',
  verify_token: 'verify-token-of-the-scale-test',
};
const displayNumber = '441632960001';

async function phone<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulator.url}/simulator/control${path}`, {
    method,
    headers: { authorization: `Bearer ${number.access_token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(database.owner, text, values);

/** A customer who wrote, and so may be answered. */
async function newThread(id: string): Promise<Thread> {
  await phone('POST', '/phones', { phone_number: id, name: `Customer ${id}` });
  await phone('POST', `/phones/${id}/messages`, { type: 'text', text: { body: 'Hello' } });
  const row = await until(async () => {
    const [found] = await sql<{ id: string }>('select id from threads where to_phone = $1', [id]);
    return found;
  });
  return callOk<Thread>('GET', `/api/threads/${row.id}`);
}

function answerTo(thread: Thread, body: string) {
  return { id: newId(), channel_id: channel.id, thread_id: thread.id, source: 'INBOX', type: 'text', text: { body } };
}

beforeAll(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-scale-'));
  simulator = await startSimulator({
    limits: { sendsPerSecond: null, phones: null, throughput: false },
    timing: { sent_ms: [5, 10], delivered_ms: [5, 10], read_ms: [5, 10] },
  });
  proxy = await startProxy();
  [apis, workers] = await Promise.all([
    Promise.all([start('api'), start('api')]),
    Promise.all([start('worker'), start('worker')]),
  ]);
  proxy.targets = apis.map(({ url }) => url);
  const setupUrl = (await readFile(join(folder, 'data', 'setup-url'), 'utf8')).trim();
  const user = { name: 'Ada Nkemelu', email: 'ada@kestrel.example', password: randomBytes(12).toString('hex') };
  const token = new URL(setupUrl).searchParams.get('setup');
  tokens = await callOk<Tokens>('POST', '/api/auth/setup', { token, ...user });
  const profile = { name: 'Kestrel Outdoor', country: 'GB', time_zone: 'Europe/London' };
  await callOk<Client>('POST', '/api/clients', profile);
  tokens = await callOk<Tokens>('POST', '/api/auth/token', { refresh_token: tokens.refresh_token });
  simulator.registerAccount(number.phone_number_id, {
    token: number.access_token,
    app_secret: number.app_secret,
    waba_id: number.waba_id,
    display_phone_number: displayNumber,
    verified_name: 'Kestrel Outdoor',
    windows: false,
  });
  channel = await callOk<Channel>('POST', '/api/channels', {
    kind: 'WHATSAPP',
    channel_label: 'Kestrel Outdoor',
    phone_number: `+${displayNumber}`,
    ...number,
  });
}, longMs);

afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  proxy.server.closeAllConnections();
  proxy.server.close();
  await simulator.close();
  await database.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}, longMs);

describe('two processes that answer calls and two that work', () => {
  test('a change made through one reaches a browser at the other', async () => {
    const thread = await newThread('447700900001');
    const live = await signInSyncConnection(apis[0]?.url ?? '', tokens.id_token);
    const message = answerTo(thread, 'from the other process');
    expect((await call('POST', '/api/messages', message, apis[1]?.url)).status).toBe(201);
    await until(async () => live.changes().some(({ id }) => id === message.id), longMs);
    live.close();
  }, longMs);

  test('a worker that is killed is replaced within seconds, and no message is sent twice or lost', async () => {
    const thread = await newThread('447700900002');
    const holder = () =>
      sql<{ pid: number; id: number }>(
        `select p.pid, p.id from channel_leases l join server_processes p on p.id = l.process_id
         where l.channel_id = $1 and l.lease_until > now()`,
        [channel.id],
      );
    const first = await until(async () => (await holder())[0], longMs);
    const messages = Array.from({ length: 30 }, (_, n) => answerTo(thread, `message ${n}`));
    for (const message of messages.slice(0, 15)) await callOk('POST', '/api/messages', message);
    const killed = workers.find(({ child }) => child.pid === first.pid);
    expect(killed).toBeDefined();
    if (killed !== undefined) await end(killed, 'SIGKILL');
    const diedAt = performance.now();
    for (const message of messages.slice(15)) await callOk('POST', '/api/messages', message);
    const second = await until(async () => (await holder()).find(({ id }) => id !== first.id), longMs);
    // By its time alone the lease would last 45 seconds.
    expect(performance.now() - diedAt).toBeLessThan(30_000);
    expect(second.pid).not.toBe(first.pid);
    const states = () =>
      sql<{ id: string; send_state: string }>('select id, send_state from messages where id = any($1)', [
        messages.map(({ id }) => id),
      ]);
    await until(async () => (await states()).every((row) => /^(?:accepted|unknown)$/.test(row.send_state)), longMs);
    const settled = await states();
    expect(settled).toHaveLength(messages.length);
    const { data } = await phone<{ data: Array<{ text?: { body: string } }> }>(
      'GET',
      '/phones/447700900002/messages?limit=100',
    );
    const received = data.map((each) => JSON.stringify(each));
    for (const { id, text } of messages) {
      const times = received.filter((each) => each.includes(`"${text.body}"`)).length;
      // Begun at the moment of the kill, it may have left or not; it is never sent again.
      if (settled.find((row) => row.id === id)?.send_state === 'unknown') expect(times).toBeLessThanOrEqual(1);
      else expect(times, text.body).toBe(1);
    }
    workers = [...workers.filter((each) => each !== killed), await start('worker')];
  }, longMs);

  test('a rolling restart of all processes refuses no call', async () => {
    const thread = await newThread('447700900003');
    const refused: unknown[] = [];
    let calls = 0;
    let stopped = false;
    const busy = Promise.all(
      [0, 1, 2].map(async (line) => {
        while (!stopped) {
          const answer = await (line === 0
            ? call('POST', '/api/messages', answerTo(thread, `call ${calls}`))
            : call('GET', '/api/threads'));
          calls++;
          if (answer.status >= 300) refused.push(answer);
        }
      }),
    );
    for (const place of [0, 1]) {
      const old = apis[place];
      const fresh = await start('api');
      apis[place] = fresh;
      // As with `docker compose` or systemd: the new one is added, then the old one is asked to end.
      proxy.targets.splice(place, 1, fresh.url);
      if (old !== undefined) await end(old, 'SIGTERM');
      const worker = workers[place];
      workers[place] = await start('worker');
      if (worker !== undefined) await end(worker, 'SIGTERM');
    }
    const before = calls;
    await until(async () => calls > before + 10, longMs);
    stopped = true;
    await busy;
    expect(refused).toEqual([]);
  }, longMs);
});
