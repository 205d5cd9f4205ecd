// Starts after an unexpected end.
import { join } from 'node:path';
import type { Tokens } from '@parley/contract/types';
import { freePort } from '../../scripts/free-port.ts';
import { createFolder, firstOwner, removeFolder } from './environment.ts';
import { call, callOk } from './http.ts';
import { processesNaming, processTree, proportionalMemoryKb } from './processes.ts';
import { readyWithinMs, Server } from './server.ts';
import type { StartContext, Step } from './start-context.ts';
import { delay, until } from './wait-until.ts';

export function recoverySteps(place: StartContext): Step[] {
  return [
    ['the database killed alone: it serves again within 15 s', () => databaseKilled(place)],
    ['one connection of the database killed: it serves again within 15 s', () => backendKilled(place)],
    ['kill -9 of what was started, then the next start is ready', () => startedKilled(place)],
    ['kill -9 of the server itself, then the next start is ready', () => serverKilled(place)],
    bothKilledStep(place),
    ['kill -9 while it starts, five times, then the next start is ready', () => startKilled(place)],
    ['the database killed while the server starts, five times: it serves', () => databaseKilledAtStart(place)],
    ['kill -9 while the very first database is made, then the next start is ready', () => firstStartKilled(place)],
    signInStep(place),
    ['warm start and idle memory', () => warmStart(place)],
  ];
}

export function briefRecoverySteps(place: StartContext): Step[] {
  return [bothKilledStep(place), signInStep(place)];
}

function bothKilledStep(place: StartContext): Step {
  return ['kill -9 of server and database, then the next start is ready', () => bothKilled(place)];
}

function signInStep(place: StartContext): Step {
  return ['the user signs in as before', () => signsIn(place)];
}

/** The Node process of the server: the started one, or a child of it. */
function serverPid({ server }: StartContext): number {
  const found = server.tree().find((entry) => entry.commandLine.includes('entrypoints/main.ts'));
  if (found === undefined) throw new Error('the server does not run');
  return found.pid;
}

function postmasterPid({ server }: StartContext): number {
  const pid = server.postmasterPid();
  if (pid === null) throw new Error('the database does not run');
  return pid;
}

async function databaseKilled(place: StartContext): Promise<string[]> {
  const killed = postmasterPid(place);
  const began = performance.now();
  process.kill(killed, 'SIGKILL');
  await until('another database', readyWithinMs, () => (place.server.postmasterPid() ?? killed) !== killed);
  if (!(await place.server.ready())) return ['the server ended'];
  await signIn(place);
  place.note('database killed to serving, ms', String(Math.round(performance.now() - began)));
  return [];
}

async function backendKilled(place: StartContext): Promise<string[]> {
  const [backend] = place.server.backendPids();
  if (backend === undefined) return ['the server has no connection'];
  process.kill(backend, 'SIGKILL');
  await delay(50);
  if (!(await place.server.ready())) return ['the server ended'];
  await until('somebody can sign in', readyWithinMs, () => signIn(place).then(Boolean, () => false));
  return [];
}

async function startedKilled(place: StartContext): Promise<string[]> {
  await place.server.kill();
  return startsAgain(place, 'kill -9 to serving, ms');
}

async function serverKilled(place: StartContext): Promise<string[]> {
  process.kill(serverPid(place), 'SIGKILL');
  await place.server.exited;
  return startsAgain(place);
}

async function bothKilled(place: StartContext): Promise<string[]> {
  process.kill(postmasterPid(place), 'SIGKILL');
  process.kill(serverPid(place), 'SIGKILL');
  await place.server.exited;
  return startsAgain(place, 'kill -9 of both to serving, ms');
}

async function startKilled(place: StartContext): Promise<string[]> {
  await place.server.kill();
  for (const afterMs of [60, 250, 450, 700, 1_000]) {
    place.server.start();
    await delay(afterMs);
    await place.server.kill();
  }
  return startsAgain(place);
}

async function databaseKilledAtStart(place: StartContext): Promise<string[]> {
  const { server } = place;
  for (const afterMs of [0, 40, 90, 160, 300]) {
    const before = server.postmasterPid();
    await server.kill();
    server.start();
    const pid = await until('a new database', 2 * readyWithinMs, () => {
      const now = server.postmasterPid();
      return now === before ? null : now;
    });
    await delay(afterMs);
    process.kill(pid, 'SIGKILL');
    if (await server.ready(2 * readyWithinMs)) continue;
    // One that was not ready yet may end the start too; the next one must succeed.
    const faults = await startsAgain(place);
    if (faults.length > 0) return faults;
  }
  await signIn(place);
  return [];
}

async function firstStartKilled({ entry }: StartContext): Promise<string[]> {
  const dir = await createFolder('parley-first-');
  const settings = { dataDir: join(dir, 'data'), port: await freePort(), logFile: join(dir, 'server.log'), entry };
  const server = new Server(settings);
  try {
    for (const afterMs of [300, 700, 1_200, 2_000]) {
      server.start();
      await delay(afterMs);
      await server.kill();
    }
    server.start();
    const ready = await server.ready(60_000);
    server.signal('SIGTERM');
    await server.exited;
    return ready ? [] : ['the start after them ended'];
  } finally {
    const { clusterDir } = server;
    await until('nothing runs any more', 15_000, () => processesNaming(dir).length === 0);
    await removeFolder(dir, clusterDir);
  }
}

async function startsAgain(place: StartContext, fact?: string): Promise<string[]> {
  const began = performance.now();
  place.server.start();
  if (!(await place.server.ready(4 * readyWithinMs))) return ['the next start ended'];
  if (fact !== undefined) place.note(fact, String(Math.round(performance.now() - began)));
  await signIn(place);
  return [];
}

function signIn({ server }: StartContext): Promise<Tokens> {
  const { email, password } = firstOwner;
  return callOk<Tokens>('POST', `${server.url}/api/auth/sign-in`, { body: { email, password } });
}

async function signsIn(place: StartContext): Promise<string[]> {
  const { id_token: token } = await signIn(place);
  const { status } = await call('GET', `${place.server.url}/api/auth/profile`, { token });
  return status === 200 ? [] : [`the profile was answered ${status}`];
}

/** Prints and asserts nothing: the machine's speed is not tested. */
async function warmStart(place: StartContext): Promise<string[]> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    place.server.signal('SIGTERM');
    await place.server.exited;
    const began = performance.now();
    place.server.start();
    if (!(await place.server.ready(2 * readyWithinMs))) return ['a warm start ended'];
    times.push(Math.round(performance.now() - began));
  }
  place.note('warm start to ready, ms', times.join(', '));
  await signIn(place);
  await delay(place.idleSeconds * 1_000);
  const megabytes = (pids: number[]) =>
    Math.round(pids.reduce((sum, pid) => sum + proportionalMemoryKb(pid), 0) / 1_024);
  const database = processTree(postmasterPid(place)).map((entry) => entry.pid);
  place.note(`Node after ${place.idleSeconds} idle s, MB`, String(megabytes([serverPid(place)])));
  place.note(`PostgreSQL after ${place.idleSeconds} idle s, MB`, String(megabytes(database)));
  return [];
}
