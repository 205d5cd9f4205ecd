// Requested shutdowns: every started process must end.
import { randomUUIDv7 } from 'node:crypto';
import type { Tokens } from '@parley/contract/types';
import { firstOwner } from './environment.ts';
import { call, callOk } from './http.ts';
import { processesNaming, stillRunning } from './processes.ts';
import { Session } from './session.ts';
import type { StartContext, Step } from './start-context.ts';
import { delay, until } from './wait-until.ts';

const exitTimeoutMs = 15_000;

export function shutdownSteps(place: StartContext): Step[] {
  return [
    [
      'SIGTERM ends everything within 15 s, the simulator and open connections too',
      () => stopsUnderLoad(place, 'SIGTERM'),
    ],
    [
      'SIGINT ends everything within 15 s, the simulator and open connections too',
      () => stopsUnderLoad(place, 'SIGINT'),
    ],
    ['a signal that comes twice ends everything within 15 s', () => stopsUnderLoad(place, 'SIGINT', 2)],
    ['SIGTERM while it starts ends everything within 15 s', () => stopsWhileStarting(place)],
    ['SIGTERM while the database is down ends everything within 15 s', () => stopsWithoutDatabase(place)],
  ];
}

export function briefShutdownStep(place: StartContext): Step {
  return ['SIGTERM ends everything', () => stopsUnderLoad(place, 'SIGTERM', 1, 4 * exitTimeoutMs)];
}

/** Stops a server that has connected users and a running simulator. */
async function stopsUnderLoad(
  place: StartContext,
  signal: NodeJS.Signals,
  times = 1,
  withinMs = exitTimeoutMs,
): Promise<string[]> {
  const { server } = place;
  if (server.exit !== undefined) {
    server.start();
    if (!(await server.ready(60_000))) return ['it did not start'];
  }
  const session = await signInWithAccount(place);
  await session.read('/api/sandbox');
  const awake = processesNaming(place.dataDir).some((entry) => entry.commandLine.includes('books.sqlite'));
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/sync`);
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', (event) => resolve(event.code)));
  const welcomed = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ type: 'auth', token: session.idToken, cursor: null }));
  });
  await welcomed;
  const { cursor } = await session.read<{ cursor: string }>('/api/sync/poll');
  const poll = session.call('GET', `/api/sync/poll?cursor=${cursor}&timeout=30`).catch(() => null);
  await delay(200);

  const faults = awake ? [] : ['the simulator was not awake'];
  faults.push(...(await end(place, signal, times, withinMs)));
  const code = await closed;
  if (code !== 4503) faults.push(`the live connection was closed with ${code}, not 4503`);
  await poll;
  return faults;
}

async function stopsWhileStarting(place: StartContext): Promise<string[]> {
  const faults: string[] = [];
  for (const afterMs of [100, 400, 700, 1_000]) {
    place.server.start();
    await delay(afterMs);
    faults.push(...(await end(place, 'SIGTERM')).map((fault) => `after ${afterMs} ms: ${fault}`));
  }
  return faults;
}

async function stopsWithoutDatabase(place: StartContext): Promise<string[]> {
  place.server.start();
  if (!(await place.server.ready(30_000))) return ['it did not start'];
  process.kill(place.server.postmasterPid() ?? 0, 'SIGKILL');
  await delay(30);
  return end(place, 'SIGTERM');
}

/** Signals the started process and watches everything below it end. */
async function end(
  place: StartContext,
  signal: NodeJS.Signals,
  times = 1,
  withinMs = exitTimeoutMs,
): Promise<string[]> {
  const { server } = place;
  const family = [...server.tree(), ...processesNaming(place.dataDir)];
  const began = performance.now();
  for (let n = 0; n < times; n++) {
    server.signal(signal);
    await delay(n + 1 < times ? 100 : 0);
  }
  const left = () => [...stillRunning(family), ...processesNaming(place.dataDir)];
  const gone = await until('gone', withinMs, () => server.exit !== undefined && left().length === 0, 50).catch(() => 0);
  if (gone === 0) return left().map(({ pid, commandLine }) => `still runs: ${pid} ${commandLine.slice(0, 100)}`);
  place.note(`${signal} to gone, ms`, String(Math.round(performance.now() - began)));
  return [];
}

async function signInWithAccount({ server }: StartContext): Promise<Session> {
  const { email, password } = firstOwner;
  const tokens = await callOk<Tokens>('POST', `${server.url}/api/auth/sign-in`, { body: { email, password } });
  const session = new Session(server.url, tokens);
  const { accounts } = await session.read<{ accounts: unknown[] }>('/api/auth/profile');
  if (accounts.length === 0) {
    await call('POST', `${server.url}/api/clients`, {
      token: session.idToken,
      body: { id: randomUUIDv7(), name: 'Kestrel Outdoor', country: 'GB', time_zone: 'Europe/London' },
    });
    await session.renew();
  }
  return session;
}
