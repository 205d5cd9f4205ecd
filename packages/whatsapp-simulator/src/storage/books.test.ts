import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBooks } from './books.ts';

// Waiting for an event may take long on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-books-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refuse = (error: Error) => {
  throw error;
};

test('an act that throws is undone alone, its neighbours stay', async () => {
  const file = join(folder, 'a.db');
  const books = openBooks(file, refuse);
  const add = (name: string) => books.db.prepare('insert into meta values (?, 1)').run(name);
  books.write(() => add('before'));
  expect(() =>
    books.write(() => {
      add('broken');
      books.write(() => add('inside'));
      throw new Error('no');
    }),
  ).toThrow('no');
  books.write(() => add('after'));
  let told = false;
  books.afterCommit(() => {
    told = true;
  });
  expect(told).toBe(false);
  await books.committed();
  expect(told).toBe(true);
  books.close();
  const again = openBooks(file, refuse);
  const names = again.db
    .prepare("select name from meta where name <> 'change' order by name")
    .all()
    .map((row) => row.name);
  expect(names).toEqual(['after', 'before']);
  again.close();
});

test('positions rise over restarts, even when nothing of them is left', async () => {
  const file = join(folder, 'b.db');
  let last = 0;
  for (let round = 0; round < 3; round += 1) {
    const books = openBooks(file, refuse);
    const first = books.write(() => books.nextChange());
    expect(first).toBeGreaterThan(last);
    for (let n = 0; n < 25_000; n += 1) last = books.nextChange();
    books.write(() => undefined);
    await books.committed();
    books.close();
  }
});

test('what is no book of ours is refused in words', () => {
  const file = join(folder, 'c.db');
  const books = openBooks(file, refuse);
  books.db.exec('pragma user_version = 99');
  books.close();
  expect(() => openBooks(file, refuse)).toThrow(/another version/);
  expect(() => openBooks(folder, refuse)).toThrow(/books/);
});
