import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage } from './database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-simulator-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refuse = (error: Error) => {
  throw error;
};

test('a write that throws is rolled back alone, its neighbors stay', async () => {
  const file = join(folder, 'a.db');
  const database = openStorage(file, refuse);
  const add = (name: string) => database.db.prepare('insert into meta values (?, 1)').run(name);
  database.write(() => add('before'));
  expect(() =>
    database.write(() => {
      add('broken');
      database.write(() => add('inside'));
      throw new Error('no');
    }),
  ).toThrow('no');
  database.write(() => add('after'));
  let reported = false;
  database.afterCommit(() => {
    reported = true;
  });
  expect(reported).toBe(false);
  await database.committed();
  expect(reported).toBe(true);
  database.close();
  const again = openStorage(file, refuse);
  const names = again.db
    .prepare("select name from meta where name <> 'change' order by name")
    .all()
    .map((row) => row.name);
  expect(names).toEqual(['after', 'before']);
  again.close();
});

test('positions rise across restarts, even when all their rows were deleted', async () => {
  const file = join(folder, 'b.db');
  let last = 0;
  for (let round = 0; round < 3; round += 1) {
    const database = openStorage(file, refuse);
    const first = database.write(() => database.nextChange());
    expect(first).toBeGreaterThan(last);
    for (let n = 0; n < 25_000; n += 1) last = database.nextChange();
    database.write(() => undefined);
    await database.committed();
    database.close();
  }
});

test('a file that is not one of our databases is refused with a reason', () => {
  const file = join(folder, 'c.db');
  const database = openStorage(file, refuse);
  database.db.exec('pragma user_version = 99');
  database.close();
  expect(() => openStorage(file, refuse)).toThrow(/another version/);
  expect(() => openStorage(folder, refuse)).toThrow(/database/);
});
