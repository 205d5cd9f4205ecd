// @module-tag data
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ContactImport } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Imports, importsOf } from '../../../testing/imports.ts';
import { runsLongTests } from '../../../testing/long-tests.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import { startWorker } from '../../../testing/worker.ts';
import { until } from '../../../testing/world.ts';

let server: TestServer;
let team: Team;
let imports: Imports;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  // The work is done by processes that this test starts and kills.
  server = await testServer({ env: { ROLE: 'api' } });
  team = await createTeam(server);
  imports = await importsOf(server, team);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
});

const call = <B = Record<string, unknown>>(method: string, path: string, payload?: object) =>
  team.call<B>(team.owner, method, path, payload);

/** How often the worker is killed while it runs; the long form is run by `npm run test:full -- unit-long`. */
const kills = runsLongTests ? 20 : 8;
/** More than these lives can write (a thousand a transaction, at most two each) and read (four thousand, two lives). */
const rows = runsLongTests ? 41_000 : 25_000;
const known = 40;
const number = (n: number) => `+4477${10_000_000 + n}`;
/** Every thousandth row duplicates the previous one, every 1,500th has an invalid number. */
const isDouble = (n: number) => n % 1_000 === 999;
const isInvalidNumber = (n: number) => n % 1_500 === 7;

function file(): string {
  const lines = Array.from({ length: rows }, (_none, n) => {
    const phone = isInvalidNumber(n) ? 'nobody' : number(isDouble(n) ? n - 1 : n);
    return `${phone},Person ${n},Town ${n % 50},List ${n % 3}`;
  });
  return `Phone,Name,Town,Lists\n${lines.join('\n')}\n`;
}

/** A worker that kills itself in one of its first transactions. */
function start(killAt = 0, afterMs = 0): ChildProcess {
  const runner = { soleProcess: true, sliceMs: 500, firstRetryMs: 20 };
  const child = startWorker({ ownerUrl: server.ownerUrl, jobs: 'imports', runner, killAt, afterMs });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Numbers that look random and are the same in every run. */
function* dice(): Generator<number> {
  for (let seed = 7; ; ) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed;
  }
}
const thrown = dice();
const throwDice = (most: number) => (thrown.next().value as number) % most;

/** Kills so many workers in the middle of what they do, then lets one bring it to its end. */
async function throughKills(id: string, state: ContactImport['state'], kills: number): Promise<ContactImport> {
  for (let n = 0; n < kills; n++) {
    const child = start(1 + throwDice(2), throwDice(25));
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    expect((await imports.get(id)).state, `after ${n + 1} kills`).toBe(state);
  }
  const last = start();
  const row = await imports.settled(id);
  last.kill('SIGKILL');
  await once(last, 'exit');
  return row;
}

test('an import whose worker is killed repeatedly: no row twice, none lost, and undone byte for byte', async () => {
  for (let n = 0; n < known; n++)
    await call('POST', '/contacts', { phone_number: number(n * 100), name: `Known ${n}` });
  const before = await imports.exported();

  const id = await imports.send(file());
  await call('POST', `/imports/${id}/read`, {});
  const read = await throughKills(id, 'reading', 2);
  expect(read, read.error ?? '').toMatchObject({ state: 'mapping', rows });
  await imports.map(read, { conflict: 'overwrite', new_list_name: 'Everybody' });
  const checked = await throughKills(id, 'checking', 1);
  const nobodies = Array.from({ length: rows }, (_none, n) => n).filter(isInvalidNumber).length;
  const doubles = Array.from({ length: rows }, (_none, n) => n).filter(
    (n) => isDouble(n) && !isInvalidNumber(n),
  ).length;
  const fresh = rows - nobodies - doubles - known;
  expect(checked.check).toEqual({
    new: fresh,
    updated: known,
    unchanged: 0,
    duplicates: doubles,
    invalid: nobodies,
  });
  expect(await imports.exported()).toBe(before);

  await call('POST', `/imports/${id}/start`);
  const done = await throughKills(id, 'running', kills);
  expect(done).toMatchObject({ state: 'done', done: rows });
  expect(done.result).toMatchObject({
    added: fresh,
    updated: known,
    unchanged: 0,
    rejected: nobodies + doubles,
  });
  const lines = (await imports.exported()).split('\r\n').slice(1, -1);
  const expected = Array.from({ length: rows }, (_none, n) => n)
    .filter((n) => !isInvalidNumber(n) && !isDouble(n))
    .map((n) => `${number(n)},Person ${n},"Everybody,List ${n % 3}",Town ${n % 50}`);
  const found = lines.map((line) => {
    const [phone, name, ...rest] = line.split(',');
    return `${phone},${name},${rest[0]},${rest[1]},${rest.at(-1)}`;
  });
  expect(found.sort()).toEqual(expected.sort());
  const lists = (await call<{ name: string; member_count: number }[]>('GET', '/contact-lists')).body;
  expect(lists.find(({ name }) => name === 'Everybody')?.member_count).toBe(fresh + known);

  await call('POST', `/imports/${id}/undo`);
  const undone = await throughKills(id, 'undoing', 3);
  expect(undone).toMatchObject({ state: 'undone', result: { undone: fresh + known, kept: 0 } });
  expect(await imports.exported()).toBe(before);
  await until(async () => children.size === 0);
}, 900_000);
