import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { locateNativeDir } from './binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { killAllFixtures, runFixture } from './fixture-process.ts';
import { defaultSocketDir, resolveEmbeddedPaths, socketPathFits } from './paths.ts';
import { serverArguments } from './settings.ts';

// Tests that need root are declared only for root: a skipped test counts as a failed one.
const isRoot = process.getuid?.() === 0;
const notDeclared = () => undefined;
const testAsRoot: (name: string, run: () => Promise<void>) => void = isRoot ? test : notDeclared;
const describeAsRoot: (name: string, tests: () => void) => void = isRoot ? describe : notDeclared;
const folder = mkdtempSync('/tmp/parley-placement-');
const nobody = 65_534;
const installed = join(locateNativeDir(process.platform, process.arch), '..');
const nativeDir = join(folder, 'package', 'native');
let count = 0;

beforeAll(() => {
  chmodSync(folder, 0o755);
  copyPackage(join(folder, 'package'));
});
afterEach(killAllFixtures);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

/** A copy of the platform package as npm unpacks it: without the links. */
function copyPackage(target: string): void {
  cpSync(installed, target, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
}

/** A new location and the options for a server in it; `log` collects lines. */
function freshOrder(mode = 0o755) {
  const place = join(folder, String(++count));
  mkdirSync(place);
  chmodSync(place, mode);
  const systemDir = join(folder, `${count}-system`);
  const lines: string[] = [];
  return { place, lines, dataDir: join(place, 'data'), systemDir, nativeDir, log: (line: string) => lines.push(line) };
}

/** The same as plain data, for a separate process. */
function fixtureOrder(order: ReturnType<typeof freshOrder>, uid: number) {
  return { dataDir: order.dataDir, systemDir: order.systemDir, nativeDir: order.nativeDir, uid };
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function keepAnswer(server: EmbeddedPostgres): Promise<void> {
  await query(server.ownerUrl, 'create table kept as select 42 as answer');
  await server.stop();
}

async function expectAnswer(server: EmbeddedPostgres): Promise<void> {
  expect(await query(server.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await server.stop();
}

describe('socket folder', () => {
  test('moves to a short private one when the path would not fit a socket address', async () => {
    const order = freshOrder();
    const dataDir = join(order.place, 'long'.repeat(30), 'data');
    const server = await startEmbeddedPostgres({ ...order, dataDir });
    const { host } = server.connection('parley_owner');
    try {
      expect(host).toMatch(/^\/tmp\/parley-/);
      expect(statSync(host).mode & 0o777).toBe(0o700);
      expect(resolveEmbeddedPaths(dataDir).ownerUrl).toBe(server.ownerUrl);
      await keepAnswer(server);
      await expectAnswer(await startEmbeddedPostgres({ ...order, dataDir }));
    } finally {
      rmSync(host, { recursive: true, force: true });
    }
  });

  test('does not use a name in /tmp that links to another place', async () => {
    const order = freshOrder();
    const dataDir = join(order.place, 'long'.repeat(30), 'data');
    const uid = isRoot ? await uidForPostgres() : (process.getuid?.() ?? 0);
    const wanted = defaultSocketDir(join(dataDir, 'postgres'), uid);
    const trap = join(order.place, 'trap');
    mkdirSync(trap);
    symlinkSync(trap, wanted);
    try {
      const server = await startEmbeddedPostgres({ ...order, dataDir });
      expect(server.connection('parley_owner').host).toBe(`${wanted}-1`);
      await server.stop();
    } finally {
      rmSync(wanted, { force: true });
      rmSync(`${wanted}-1`, { recursive: true, force: true });
    }
  });

  testAsRoot('does not use a folder in /tmp that belongs to another user', async () => {
    const order = freshOrder();
    const dataDir = join(order.place, 'long'.repeat(30), 'data');
    const wanted = defaultSocketDir(join(dataDir, 'postgres'), await uidForPostgres());
    mkdirSync(wanted, { mode: 0o777 });
    chownSync(wanted, 12_345, 12_345);
    try {
      const server = await startEmbeddedPostgres({ ...order, dataDir });
      expect(server.connection('parley_owner').host).toBe(`${wanted}-1`);
      await server.stop();
    } finally {
      rmSync(wanted, { recursive: true, force: true });
      rmSync(`${wanted}-1`, { recursive: true, force: true });
    }
  });

  test('escapes special characters of URLs and settings', async () => {
    const order = freshOrder();
    const dataDir = join(order.place, 'a b,c&d"e+%');
    const server = await startEmbeddedPostgres({ ...order, dataDir });
    expect(socketPathFits(server.connection('parley_owner').host)).toBe(true);
    await keepAnswer(server);
  });
});

test('uses files instead of a small or missing shared memory folder', () => {
  const input = { socketDir: '/x', port: 1, clusterName: 'x', extra: { fsync: 'off' } };
  expect(serverArguments({ ...input, sharedMemoryDir: '/nonexistent' })).toContain('dynamic_shared_memory_type=mmap');
  expect(serverArguments(input)).toContain('fsync=off');
});

describeAsRoot('an ordinary user', () => {
  test('runs the server as itself, also after kills and restarts', async () => {
    const order = freshOrder();
    chownSync(order.place, nobody, nobody);
    const first = runFixture({ ...fixtureOrder(order, nobody), isInserting: true });
    await first.waitForReady();
    await first.waitFor((report) => (report.row ?? 0) > 50);
    const { clusterDir } = resolveEmbeddedPaths(order.dataDir);
    expect(statSync(clusterDir).uid).toBe(nobody);
    await first.kill('SIGKILL');
    const second = runFixture(fixtureOrder(order, nobody));
    const { url } = await second.waitForReady();
    const stored = await query(url ?? '', 'select count(*)::int as n from acknowledged');
    expect(Number(stored[0]?.n)).toBeGreaterThanOrEqual(first.rows().length);
    await second.kill('SIGTERM');
  });

  test('copies the programs when it cannot complete the installed ones', async () => {
    const order = freshOrder();
    chownSync(order.place, nobody, nobody);
    const packageDir = join(order.place, 'package');
    copyPackage(packageDir);
    const one = runFixture({ ...fixtureOrder(order, nobody), nativeDir: join(packageDir, 'native') });
    await one.waitForReady();
    const { homeDir } = resolveEmbeddedPaths(order.dataDir);
    expect(execFileSync('ls', [homeDir]).toString()).toMatch(/^postgresql-.*$/m);
    await one.kill('SIGTERM');
  });

  test('without an entry in the user database gets one line that says so', async () => {
    const order = freshOrder();
    chownSync(order.place, 54_321, 54_321);
    const one = runFixture(fixtureOrder(order, 54_321));
    const { error } = await one.waitFor((report) => report.error !== undefined);
    expect(error).toMatch(/user id 54321 has no entry in \/etc\/passwd.*DATABASE_URL/);
  });

  test("gets the owner of the folder in the error when root's database is there", async () => {
    const order = freshOrder();
    await keepAnswer(await startEmbeddedPostgres(order));
    const one = runFixture(fixtureOrder(order, nobody));
    const { error } = await one.waitFor((report) => report.error !== undefined);
    expect(error).toContain(order.dataDir);
    expect(error?.split('\n').length).toBe(1);
  });

  test('and root can start the same folder in turn', async () => {
    const order = freshOrder();
    chownSync(order.place, nobody, nobody);
    const first = runFixture(fixtureOrder(order, nobody));
    await first.waitForReady();
    await first.kill('SIGTERM');
    await keepAnswer(await startEmbeddedPostgres(order));
    const { clusterDir } = resolveEmbeddedPaths(order.dataDir);
    expect(statSync(clusterDir).uid).toBe(nobody);
    const last = runFixture(fixtureOrder(order, nobody));
    const { url } = await last.waitForReady();
    expect(await query(url ?? '', 'select answer from kept')).toEqual([{ answer: 42 }]);
    await last.kill('SIGTERM');
  });
});

describeAsRoot('root', () => {
  test('returns a cluster that a copy gave to root to the user of PostgreSQL', async () => {
    const order = freshOrder();
    await keepAnswer(await startEmbeddedPostgres(order));
    const { clusterDir } = resolveEmbeddedPaths(order.dataDir);
    const { uid } = statSync(clusterDir);
    expect(uid).not.toBe(0);
    execFileSync('chown', ['-R', '0:0', clusterDir]);
    execFileSync('chmod', ['755', clusterDir]);
    await expectAnswer(await startEmbeddedPostgres(order));
    expect(statSync(join(clusterDir, 'base')).uid).toBe(uid);
  });

  test('below a private folder copies the programs, stores the database beside them, and says so', async () => {
    const order = freshOrder(0o700);
    const packageDir = join(order.place, 'package');
    copyPackage(packageDir);
    const options = { ...order, nativeDir: join(packageDir, 'native') };
    await keepAnswer(await startEmbeddedPostgres(options));
    const { clusterDir } = resolveEmbeddedPaths(order.dataDir);
    expect(clusterDir.startsWith(join(order.systemDir, 'clusters'))).toBe(true);
    const said = order.lines.filter((line) => line.includes('cannot reach'));
    expect(said.length).toBe(1);
    expect(said[0]).toContain(clusterDir);
    for (const dir of [order.systemDir, join(order.systemDir, 'clusters')]) {
      expect(statSync(dir)).toMatchObject({ uid: 0, mode: 0o40755 });
    }
    await expectAnswer(await startEmbeddedPostgres(options));
  });

  test('uses such a database after its DATA_DIR was moved, and rejects a copy', async () => {
    const order = freshOrder(0o700);
    await keepAnswer(await startEmbeddedPostgres(order));
    const moved = join(order.place, 'moved');
    renameSync(order.dataDir, moved);
    cpSync(moved, join(order.place, 'copy'), { recursive: true });
    await expectAnswer(await startEmbeddedPostgres({ ...order, dataDir: moved }));
    const copy = startEmbeddedPostgres({ ...order, dataDir: join(order.place, 'copy') });
    await expect(copy).rejects.toThrow(/is a copy of/);
  });

  test('starts fresh when such a DATA_DIR was emptied, and names the older database', async () => {
    const order = freshOrder(0o700);
    await keepAnswer(await startEmbeddedPostgres(order));
    const { clusterDir } = resolveEmbeddedPaths(order.dataDir);
    rmSync(order.dataDir, { recursive: true });
    await keepAnswer(await startEmbeddedPostgres(order));
    expect(existsSync(join(clusterDir, 'PG_VERSION'))).toBe(true);
    expect(
      order.lines.some(
        (line) => line.includes('older database') && clusterDir.startsWith(line.split(' ').at(-1) ?? '-'),
      ),
    ).toBe(true);
  });

  test('does not start fresh when such a database is missing', async () => {
    const order = freshOrder(0o700);
    await keepAnswer(await startEmbeddedPostgres(order));
    rmSync(resolveEmbeddedPaths(order.dataDir).clusterDir, { recursive: true });
    await expect(startEmbeddedPostgres(order)).rejects.toThrow(/is missing from/);
  });

  test('copies only the programs when only they are unreachable', async () => {
    const order = freshOrder();
    const hidden = join(order.place, 'hidden');
    mkdirSync(hidden, { mode: 0o700 });
    copyPackage(join(hidden, 'package'));
    const server = await startEmbeddedPostgres({ ...order, nativeDir: join(hidden, 'package', 'native') });
    const { clusterDir } = resolveEmbeddedPaths(order.dataDir);
    expect(clusterDir.startsWith(order.dataDir)).toBe(true);
    const postmaster = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0];
    expect(readFileSync(`/proc/${postmaster}/cmdline`, 'utf8').startsWith(order.systemDir)).toBe(true);
    await server.stop();
  });
});

/** The uid that a root start uses for PostgreSQL here. */
async function uidForPostgres(): Promise<number> {
  const order = freshOrder();
  await (await startEmbeddedPostgres(order)).stop();
  return statSync(resolveEmbeddedPaths(order.dataDir).clusterDir).uid;
}
