import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copySqlite, DamagedDatabase } from './copy-sqlite.ts';

let folder: string;
let writer: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-books-'));
});
afterAll(async () => {
  writer?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Locks its database like the simulator, writes to two tables in one transaction, and reports commits. */
const program = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1]);
  db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 200');
  db.exec('create table if not exists one (n integer, filler text); create table if not exists two (n integer, filler text)');
  let n = 0;
  setInterval(() => {
    n++;
    const filler = String(n).repeat(500);
    db.exec('begin');
    db.prepare('insert into one values (?, ?)').run(n, filler);
    db.prepare('insert into two values (?, ?)').run(n, filler);
    db.exec('commit');
    console.log(n);
  }, 3);`;

it('copies a database that its owner keeps locked and writes to, in one consistent state', async () => {
  const file = join(folder, 'books.sqlite');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', program, file]);
  writer = child;
  let committed = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    committed = Number(chunk.toString().trim().split('\n').at(-1));
  });
  for (let copies = 0; copies < 8; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const before = committed;
    if (before < 100) continue;
    const copy = join(folder, `copy-${copies++}`);
    await copySqlite(file, copy);
    const db = new DatabaseSync(copy, { readOnly: true });
    const read = (table: string) =>
      db.prepare(`select count(*) as n, max(n) as last, sum(length(filler)) as size from ${table}`).get();
    const one = read('one');
    expect(read('two')).toEqual(one);
    expect(one?.['n']).toBe(one?.['last']);
    expect(Number(one?.['n'])).toBeGreaterThanOrEqual(before);
    db.close();
  }
});

it('copies a database that is not open', async () => {
  const file = join(folder, 'asleep.sqlite');
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = wal; create table one (n integer); insert into one values (7)');
  db.close();
  await copySqlite(file, join(folder, 'copy-asleep'));
  const copy = new DatabaseSync(join(folder, 'copy-asleep'), { readOnly: true });
  expect(copy.prepare('select n from one').get()).toEqual({ n: 7 });
  copy.close();
});

it('reports a file that is damaged, and does not take it for one that changes', async () => {
  const file = join(folder, 'damaged.sqlite');
  const db = new DatabaseSync(file);
  db.exec('create table one (filler text)');
  for (let n = 0; n < 50; n++) db.prepare('insert into one values (?)').run('x'.repeat(2_000));
  db.close();
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(8_192, 0x5a), 0, 8_192, 8_192);
  await handle.close();
  await expect(copySqlite(file, join(folder, 'copy-damaged'))).rejects.toThrow(DamagedDatabase);
});
