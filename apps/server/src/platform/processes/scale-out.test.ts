import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { serverBeside, type TestServer } from '../../testing/server.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { loadSecrets } from '../secrets.ts';

const entry = join(import.meta.dirname, '..', '..', 'entrypoints', 'main.ts');
const secretKey = randomBytes(24).toString('hex');
const longMs = 600_000;

let world: World;
/** The processes that answer calls, beside the world's own. */
let apis: TestServer[] = [];
let workers: ChildProcess[] = [];
let proxy: { url: string; server: Server; targets: string[] };

/** A worker as an operator adds it. Resolves when it is ready. */
async function startWorker(): Promise<ChildProcess> {
  const { ownerUrl, platform } = world.server;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: ownerUrl,
      SECRET_KEY: secretKey,
      DATA_DIR: platform.config.dataDir,
      GRAPH_BASE_URL: platform.config.GRAPH_BASE_URL,
      PORT: '0',
      ROLE: 'worker',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data.toString()));
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(said)));
  failed.catch(() => undefined);
  await Promise.race([once(child, 'message'), failed]);
  return child;
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
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
          else answer.writeHead(502).end(String(error.code));
        });
        onward.end(Buffer.concat(parts));
      };
      forward(started.targets.length);
    });
  });
  await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
  started.url = `http://127.0.0.1:${(started.server.address() as AddressInfo).port}`;
  return started;
}

async function call(method: string, path: string, body?: unknown, base = proxy.url): Promise<number> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${world.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

beforeAll(async () => {
  const secrets = await loadSecrets('/none', secretKey);
  const env = { ROLE: 'api', CALLS_PER_SECOND: '0', ACCOUNT_CALLS_PER_SECOND: '0' };
  world = await testWorld({ amongOthers: true, secrets, env });
  apis = await Promise.all([serverBeside(world.server), serverBeside(world.server)]);
  proxy = await startProxy();
  workers = await Promise.all([startWorker(), startWorker()]);
  proxy.targets = apis.map(({ url }) => url);
}, longMs);

afterAll(async () => {
  for (const worker of workers) await end(worker, 'SIGTERM');
  for (const api of apis) await api.close();
  proxy.server.closeAllConnections();
  proxy.server.close();
  await world.close();
}, longMs);

describe('processes that answer calls, and two that work', () => {
  test('a change made through one reaches a browser at the other', async () => {
    const thread = await customerWrites(world);
    const live = await signInSyncConnection(apis[0]?.url ?? '', world.token);
    const message = textBody(thread, 'from the other process');
    expect(await call('POST', '/api/messages', message, apis[1]?.url)).toBe(201);
    await until(async () => live.changes().some(({ id }) => id === message.id), longMs);
    live.close();
  }, 120_000);

  test('a worker that is killed is replaced within seconds, and no message is sent twice or lost', async () => {
    const thread = await customerWrites(world);
    const holder = async () => {
      const rows = await sql<{ pid: number; id: number }>(
        `select p.pid, p.id from channel_leases l join server_processes p on p.id = l.process_id
         where l.channel_id = $1 and l.lease_until > now()`,
        [world.channelId],
      );
      return rows[0];
    };
    const messages = Array.from({ length: 30 }, (_, n) => textBody(thread, `numbered ${n}.`));
    const send = async (some: typeof messages) => {
      for (const message of some) expect(await call('POST', '/api/messages', message)).toBe(201);
    };
    await send(messages.slice(0, 15));
    const first = await until(holder, longMs);
    const killed = workers.find(({ pid }) => pid === first.pid);
    if (killed === undefined) throw new Error('the channel is sent by none of the workers');
    await end(killed, 'SIGKILL');
    const diedAt = performance.now();
    await send(messages.slice(15));
    const second = await until(async () => {
      const next = await holder();
      return next?.id === first.id ? null : next;
    }, longMs);
    // By its time alone the lease would last 45 seconds; on a quiet machine this takes two to three.
    expect(performance.now() - diedAt).toBeLessThan(35_000);
    expect(second.pid).not.toBe(first.pid);
    const ids = messages.map(({ id }) => id);
    const states = () =>
      sql<{ id: string; send_state: string }>('select id, send_state from messages where id = any($1)', [ids]);
    await until(async () => (await states()).every((row) => /^(?:accepted|unknown)$/.test(row.send_state)), longMs);
    const unknown = new Set((await states()).flatMap((row) => (row.send_state === 'unknown' ? [row.id] : [])));
    const page = await world.phone<{ data: unknown[] }>(
      'GET',
      `/phones/${thread.contact.phone_number?.replace('+', '')}/messages?limit=1000`,
    );
    const received = page.data.map((each) => JSON.stringify(each));
    for (const { id, text } of messages) {
      const times = received.filter((each) => each.includes(text.body)).length;
      // Begun at the moment of the kill, it may have left or not; it is never sent again.
      if (unknown.has(id)) expect(times, text.body).toBeLessThanOrEqual(1);
      else expect(times, text.body).toBe(1);
    }
    workers = [...workers.filter((each) => each !== killed), await startWorker()];
  }, longMs);

  test('a restart of all, one after the other, refuses no call', async () => {
    const thread = await customerWrites(world);
    const refused: unknown[] = [];
    let calls = 0;
    let stopped = false;
    const work = async (line: number) => {
      while (!stopped) {
        const status = await (line === 0
          ? call('POST', '/api/messages', textBody(thread, `call ${calls}`))
          : call('GET', '/api/threads'));
        calls++;
        if (status >= 300) refused.push(status);
      }
    };
    const busy = Promise.all([work(0), work(1), work(2)]);
    for (const place of [0, 1]) {
      const [api, worker] = [apis[place], workers[place]];
      if (api === undefined || worker === undefined) throw new Error('a process is missing');
      const fresh = await serverBeside(world.server);
      apis[place] = fresh;
      // As a service manager does it: the new one is added, then the old one is asked to end.
      proxy.targets.splice(place, 1, fresh.url);
      await api.close();
      workers[place] = await startWorker();
      await end(worker, 'SIGTERM');
    }
    const before = calls;
    await until(async () => calls > before + 10, longMs);
    stopped = true;
    await busy;
    expect(refused).toEqual([]);
  }, longMs);
});
