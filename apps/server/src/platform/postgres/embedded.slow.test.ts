import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { locateNativeDir } from './binaries.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { killAllFixtures, runFixture } from './fixture-process.ts';
import { resolveEmbeddedPaths } from './paths.ts';
import { clearLeftovers, findServerProcesses } from './server-processes.ts';

// Generous: the launcher's own waits (5 s each) on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const folder = mkdtempSync('/tmp/parley-embedded-');
let count = 0;

beforeAll(() => {
  // Ordinary users of some tests must be able to enter.
  execFileSync('chmod', ['755', folder]);
});
afterEach(killAllFixtures);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

/** Options for a fixture with a new DATA_DIR. */
function freshOrder() {
  const place = join(folder, String(++count));
  mkdirSync(place, { mode: 0o755 });
  const order = { dataDir: join(place, 'data'), systemDir: join(place, 'system') };
  return { ...order, log: () => {} };
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function eventually(what: () => boolean, waitMs = 60_000): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (!what()) {
    if (Date.now() > deadline) throw new Error(`not reached within ${waitMs} ms: ${what}`);
    await delay(10);
  }
}

function processesOf(dataDir: string) {
  return findServerProcesses(resolveEmbeddedPaths(dataDir).clusterDir);
}

function postmasterOf(dataDir: string): number {
  const { clusterDir } = resolveEmbeddedPaths(dataDir);
  return Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function expectRows(url: string, acknowledged: number[]): Promise<void> {
  const stored = new Set((await query<{ id: number }>(url, 'select id::int from acknowledged')).map((row) => row.id));
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((row) => !stored.has(row))).toEqual([]);
}

describe('start, stop, restart', () => {
  test('creates the database, accepts connections by parts and by URL, stops, and starts again with its rows', async () => {
    const order = freshOrder();
    const first = await startEmbeddedPostgres(order);
    const owner = first.connection('parley_owner');
    expect(owner).toMatchObject({ user: 'parley_owner', database: 'parley', host: expect.stringMatching(/^\//) });
    const client = new Client(owner);
    await client.connect();
    const settings = await client.query(`select current_setting('listen_addresses') as addresses,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      (select datlocprovider::text || ' ' || datlocale from pg_database where datname = 'parley') as locale,
      pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'parley'`);
    expect(settings.rows[0]).toEqual({ addresses: '', is_superuser: true, locale: 'b C.UTF-8', encoding: 'UTF8' });
    await client.query('create table kept as select 42 as answer');
    await client.end();
    expect(resolveEmbeddedPaths(order.dataDir).ownerUrl).toBe(first.ownerUrl);
    await first.stop();
    await first.stop();
    expect(processesOf(order.dataDir)).toEqual([]);

    const second = await startEmbeddedPostgres(order);
    expect(await query(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await expect(second.restart()).rejects.toThrow('runs already');
    await second.stop();
    await expect(second.restart()).rejects.toThrow('was stopped');
  });

  test('knows the letters of every script, for the search by fragments', async () => {
    const server = await startEmbeddedPostgres(freshOrder());
    try {
      await query(server.ownerUrl, 'create extension pg_trgm');
      const words = ['привет', 'नमस्ते', 'مرحبا', '你好世界'];
      const counted = words.map((word) => `cardinality(show_trgm('${word}')) > 2`);
      const [row] = await query<object>(server.ownerUrl, `select array[${counted.join(', ')}] as known`);
      expect(row).toEqual({ known: [true, true, true, true] });
    } finally {
      await server.stop();
    }
  });

  // Declared only where it can run: a skipped test counts as a failed one.
  if (spawnSync('psql', ['--version']).status === 0) {
    test('returns a URL that libpq accepts too', async () => {
      const order = freshOrder();
      const server = await startEmbeddedPostgres(order);
      const answer = execFileSync('psql', [server.ownerUrl, '-Atc', 'select current_user, current_database()']);
      expect(answer.toString().trim()).toBe('parley_owner|parley');
      await server.stop();
    });
  }

  test('shows the last log lines when the server does not start, and leaves nothing behind', async () => {
    const order = freshOrder();
    const lines: string[] = [];
    const settings = { shared_buffers: 'much' };
    const failing = startEmbeddedPostgres({ ...order, settings, log: (line) => lines.push(line) });
    await expect(failing).rejects.toThrow('did not start');
    expect(lines.join('\n')).toContain('shared_buffers');
    expect(processesOf(order.dataDir)).toEqual([]);
    await (await startEmbeddedPostgres(order)).stop();
  });

  test('tells late listeners that the server ended, and starts again', async () => {
    const order = freshOrder();
    const server = await startEmbeddedPostgres(order);
    process.kill(postmasterOf(order.dataDir), 'SIGKILL');
    await eventually(() => processesOf(order.dataDir).every((found) => !found.isPostmaster));
    await delay(100);
    const info = await new Promise((resolve) => server.onExit(resolve));
    expect(info).toEqual({ code: null, signal: 'SIGKILL' });
    await server.restart();
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test('can be stopped while it restarts', async () => {
    const order = freshOrder();
    const server = await startEmbeddedPostgres(order);
    const ended = new Promise((resolve) => server.onExit(resolve));
    process.kill(postmasterOf(order.dataDir), 'SIGKILL');
    await ended;
    const restarting = server.restart();
    restarting.catch(() => {});
    await server.stop();
    await restarting.catch((error) => expect(String(error)).toContain('stopped'));
    expect(processesOf(order.dataDir)).toEqual([]);
  });
});

describe('one folder, one server', () => {
  test('rejects a second server and names the first', async () => {
    const order = freshOrder();
    const first = runFixture(order);
    await first.waitForReady();
    await expect(startEmbeddedPostgres(order)).rejects.toThrow(
      `another Parley server is using ${order.dataDir} (pid ${first.pid})`,
    );
    await first.kill('SIGTERM');
    await (await startEmbeddedPostgres(order)).stop();
  });

  test('of two that start at once on an empty folder one runs', async () => {
    const order = freshOrder();
    const both = [runFixture(order), runFixture(order)];
    const outcomes = await Promise.all(both.map((one) => one.waitFor((report) => !!(report.ready || report.error))));
    expect(outcomes.filter((report) => report.ready).length).toBe(1);
    expect(outcomes.find((report) => report.error)?.error).toContain('another Parley server is using');
    expect(processesOf(order.dataDir).filter((found) => found.isPostmaster).length).toBe(1);
  });
});

describe('killed while inserting rows', () => {
  test('node: PostgreSQL stops automatically and the next start has every acknowledged row', async () => {
    const order = freshOrder();
    const first = runFixture({ ...order, isInserting: true });
    await eventually(() => first.rows().length > 200);
    await first.kill('SIGKILL');
    await eventually(() => processesOf(order.dataDir).length === 0);
    const second = await startEmbeddedPostgres(order);
    await expectRows(second.ownerUrl, first.rows());
    await second.stop();
  });

  test('PostgreSQL: node notices, restarts it, and continues', async () => {
    const order = freshOrder();
    const first = runFixture({ ...order, isInserting: true, isRestarting: true });
    const ready = await first.waitForReady();
    await eventually(() => first.rows().length > 200);
    process.kill(postmasterOf(order.dataDir), 'SIGKILL');
    const ended = await first.waitFor((report) => report.exit !== undefined);
    expect(ended.exit).toEqual({ code: null, signal: 'SIGKILL' });
    await first.waitFor((report) => report.restarted === true);
    const before = first.rows().length;
    await eventually(() => first.rows().length > before + 50);
    await expectRows(ready.url ?? '', first.rows());
    await first.kill('SIGTERM');
    expect(processesOf(order.dataDir)).toEqual([]);
  });

  test('both at once, three times: every acknowledged row is there', async () => {
    const order = freshOrder();
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round++) {
      const one = runFixture({ ...order, isInserting: true });
      await eventually(() => one.rows().length > 150);
      process.kill(postmasterOf(order.dataDir), 'SIGKILL');
      await one.kill('SIGKILL');
      acknowledged.push(...one.rows());
    }
    const last = await startEmbeddedPostgres(order);
    await expectRows(last.ownerUrl, acknowledged);
    await last.stop();
  });

  test('node and the watcher: the orphaned server is stopped before the next one starts', async () => {
    const order = freshOrder();
    const first = runFixture(order);
    await first.waitForReady();
    const postmaster = postmasterOf(order.dataDir);
    const watchers = execFileSync('ps', ['-eo', 'pid=,sess=,comm='])
      .toString()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, session, command]) => Number(session) === postmaster && command === 'sh');
    expect(watchers.length).toBe(1);
    process.kill(Number(watchers[0]?.[0]), 'SIGKILL');
    await first.kill('SIGKILL');
    await delay(300);
    expect(processesOf(order.dataDir).some((found) => found.pid === postmaster)).toBe(true);
    const second = await startEmbeddedPostgres(order);
    expect(postmasterOf(order.dataDir)).not.toBe(postmaster);
    await second.stop();
  });
});

describe('remains of an earlier run', () => {
  test('lock files that name a running process and say "ready" do no harm', async () => {
    const order = freshOrder();
    await (await startEmbeddedPostgres(order)).stop();
    leaveLockFiles(order.dataDir, process.pid);
    await (await startEmbeddedPostgres(order)).stop();
  });

  test('a dead postmaster that is not reaped does no harm', async () => {
    const order = freshOrder();
    await (await startEmbeddedPostgres(order)).stop();
    const program = join(order.dataDir, 'postgres-program');
    mkdirSync(program);
    execFileSync('cp', ['/bin/cat', join(program, 'postgres')]);
    // sleep replaces the shell and never waits for its child: the child stays a zombie. It ends with its input, which is
    // closed when the shell is gone, because the shell would wait for it.
    const parent = spawn('/bin/sh', ['-c', `"${program}/postgres" <&3 & echo $!; exec sleep 60 3<&-`], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    const zombie = await new Promise<number>((resolve) => parent.stdout?.once('data', (data) => resolve(Number(data))));
    try {
      await eventually(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim() === 'sleep');
      (parent.stdio[3] as Writable).end();
      await eventually(() => readFileSync(`/proc/${zombie}/stat`, 'utf8').includes('(postgres) Z'));
      leaveLockFiles(order.dataDir, zombie);
      await (await startEmbeddedPostgres(order)).stop();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  test('a killed initdb is cleaned up and repeated', async () => {
    for (const waitMs of [0, 60, 180]) {
      const order = freshOrder();
      const initDir = `${resolveEmbeddedPaths(order.dataDir).clusterDir}.init`;
      const first = runFixture(order);
      await eventually(() => existsSync(initDir));
      await delay(waitMs);
      await first.kill('SIGKILL');
      const second = await startEmbeddedPostgres(order);
      expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(existsSync(initDir)).toBe(false);
      await second.stop();
    }
  });

  test('nothing remains after a clean stop, and clearing twice is not an error', async () => {
    const order = freshOrder();
    await (await startEmbeddedPostgres(order)).stop();
    const { clusterDir, socketDir } = resolveEmbeddedPaths(order.dataDir);
    await clearLeftovers(clusterDir, socketDir, 0);
    await clearLeftovers(clusterDir, socketDir, 0);
  });
});

test('names DATABASE_URL on a platform without an embedded PostgreSQL', () => {
  expect(() => locateNativeDir('darwin', 'arm64')).toThrow(/darwin arm64.*DATABASE_URL/);
  expect(() => locateNativeDir('linux', 'riscv64')).toThrow(/DATABASE_URL/);
});

function leaveLockFiles(dataDir: string, pid: number): void {
  const { clusterDir, socketDir, port } = resolveEmbeddedPaths(dataDir);
  const lines = [pid, clusterDir, Math.floor(Date.now() / 1000), port, socketDir, '', '1 1', 'ready   '];
  writeFileSync(join(clusterDir, 'postmaster.pid'), `${lines.join('\n')}\n`);
  writeFileSync(join(socketDir, `.s.PGSQL.${port}`), '');
  writeFileSync(join(socketDir, `.s.PGSQL.${port}.lock`), `${lines.join('\n')}\n`);
}
