// @module-tag data
import { randomUUID } from 'node:crypto';
import type { Change } from '@parley/contract/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { testRandom } from '../../testing/random.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { until } from '../../testing/world.ts';
import { addChanges, type NewChange, placeChanges } from './changes-repo.ts';
import { readFeed } from './feed.ts';
import { createHub } from './hub.ts';
import { startSequencer } from './sequencer.ts';

let database: TestDatabase;
let accounts: string[];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const user = await createUser(database.owner);
  accounts = [];
  for (let n = 0; n < 3; n++) accounts.push(await createAccount(database.owner, user));
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(database.owner, text, values);
const change = (clientId: string, id: string = randomUUID()): NewChange => ({
  clientId,
  collection: 'contacts',
  id,
  marker: 'NEW',
  version: 1,
});
const addOne = (one: NewChange) =>
  database.platform.db.withTenant(one.clientId, async (tx) => {
    await addChanges(tx, [one]);
  });
const place = (batch: readonly NewChange[]) =>
  database.platform.db.system.transaction('apply', (tx) => placeChanges(tx, batch));
const sequenced = () => until(async () => (await sql('select 1 from changes_new limit 1')).length === 0);

/** Positions are 1, 2, 3… without a gap, and every expected row has exactly one. @returns row ids by position */
async function expectDense(clientId: string, wanted: readonly string[]): Promise<string[]> {
  const rows = await sql<{ pos: number; row_id: string }>(
    'select pos::int as pos, row_id from changes where client_id = $1 order by pos',
    [clientId],
  );
  expect(rows.map((row) => row.pos)).toEqual(rows.map((_row, index) => index + 1));
  expect(rows.map((row) => row.row_id).sort()).toEqual([...wanted].sort());
  const [counter] = await sql<{ pos: number }>('select pos::int as pos from change_counters where client_id = $1', [
    clientId,
  ]);
  expect(counter?.pos).toBe(rows.length);
  return rows.map((row) => row.row_id);
}

/**
 * Batching and single-row writers of all accounts run concurrently.
 * @returns the ids each writer committed, in order
 */
async function writeAtOnce(retry: boolean): Promise<Array<{ clientId: string; ids: string[] }>> {
  const again = async (work: () => Promise<unknown>) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!retry) throw error;
      }
    }
  };
  const writers = accounts.flatMap((clientId) => [0, 1, 2].map((kind) => ({ clientId, kind, ids: [] as string[] })));
  await Promise.all(
    writers.map(async ({ clientId, kind, ids }) => {
      for (let n = 0; n < 60; n++) {
        if (kind === 0) {
          // Rows of several accounts in an arbitrary order: the counters' lock order must not depend on it.
          const batch = [
            change(clientId),
            ...accounts.map((other) => change(other, `${clientId}/${other}/${n}`)),
            change(clientId),
          ];
          if (retry) continue;
          await place(batch);
          for (const one of batch)
            writers.find((writer) => writer.clientId === one.clientId && writer.kind === 0)?.ids.push(one.id);
        } else {
          const one = change(clientId);
          await again(() => addOne(one));
          ids.push(one.id);
        }
      }
    }),
  );
  return writers;
}

describe('positions', () => {
  test('are dense for every account, with any number of writers, without deadlocks', async () => {
    const sequencer = startSequencer(database.platform);
    try {
      const writers = await writeAtOnce(false);
      await sequenced();
      for (const clientId of accounts) {
        const mine = writers.filter((writer) => writer.clientId === clientId);
        await expectDense(
          clientId,
          mine.flatMap((writer) => writer.ids),
        );
      }
      const [deadlocks] = await sql<{ n: number }>(
        'select deadlocks::int as n from pg_stat_database where datname = current_database()',
      );
      expect(deadlocks?.n).toBe(0);
    } finally {
      await sequencer.stop();
    }
  });

  test('a batch keeps its order, and is visible completely or not at all', async () => {
    const [clientId = ''] = accounts;
    const batch = Array.from({ length: 500 }, () => change(clientId));
    const sizes = new Set<number>();
    let done = false;
    const reader = (async () => {
      while (!done) sizes.add((await sql('select 1 from changes where client_id = $1', [clientId])).length);
    })();
    await place(batch);
    done = true;
    await reader;
    expect([...sizes].filter((size) => size !== 0 && size !== 500)).toEqual([]);
    expect(
      await expectDense(
        clientId,
        batch.map((one) => one.id),
      ),
    ).toEqual(batch.map((one) => one.id));
  });

  test('two concurrent sequencers give each change one position', async () => {
    const sequencers = [startSequencer(database.platform), startSequencer(database.platform)];
    try {
      const wanted = new Map(accounts.map((clientId) => [clientId, [] as string[]]));
      await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          const clientId = accounts[n % 3] ?? '';
          for (let k = 0; k < 50; k++) {
            const one = change(clientId);
            await addOne(one);
            wanted.get(clientId)?.push(one.id);
          }
        }),
      );
      await sequenced();
      for (const [clientId, ids] of wanted) await expectDense(clientId, ids);
    } finally {
      await Promise.all(sequencers.map((sequencer) => sequencer.stop()));
    }
  });

  test('sequencers with randomly closed connections lose and repeat nothing', async () => {
    const random = testRandom();
    const sequencers = [startSequencer(database.platform), startSequencer(database.platform)];
    let stop = false;
    let kills = 0;
    const killer = (async () => {
      while (!stop) {
        await new Promise((resolve) => setTimeout(resolve, 10 + random() * 60));
        const ended = await sql(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'parley_system'",
        );
        kills += ended.length;
      }
    })();
    try {
      const writers = await writeAtOnce(true);
      await until(async () => kills > 30);
      stop = true;
      await killer;
      await sequenced();
      for (const clientId of accounts)
        await expectDense(
          clientId,
          writers.filter((writer) => writer.clientId === clientId).flatMap((writer) => writer.ids),
        );
    } finally {
      stop = true;
      await Promise.all(sequencers.map((sequencer) => sequencer.stop()));
    }
  });
});

describe('a cursor', () => {
  const read = (clientId: string, cursor: number) => readFeed(database.platform, {}, clientId, cursor);

  test('continues from its position, in pages', async () => {
    const [clientId = ''] = accounts;
    const ids = Array.from({ length: 2_300 }, () => randomUUID());
    await place(ids.map((id) => change(clientId, id)));
    const got: string[] = [];
    let cursor = 0;
    for (;;) {
      const page = await read(clientId, cursor);
      if (page.kind !== 'changes') throw new Error('reset');
      got.push(...page.changes.map((one) => one.id));
      cursor = page.cursor;
      if (!page.more) break;
    }
    expect(got).toEqual(ids);
    expect(await read(clientId, 2_300)).toEqual({ kind: 'changes', cursor: 2_300, changes: [], more: false });
    expect(await read(clientId, 2_299)).toMatchObject({ cursor: 2_300, changes: [{ id: ids[2_299] }] });
  });

  test('older than the stored feed, or from the future, is reset to the current position', async () => {
    const [clientId = '', empty = ''] = accounts;
    await place(Array.from({ length: 20 }, () => change(clientId)));
    await sql('delete from changes where client_id = $1 and pos <= 10', [clientId]);
    for (const cursor of [0, 5, 9, 21, 1_000_000, Number.MAX_SAFE_INTEGER])
      expect(await read(clientId, cursor)).toEqual({ kind: 'reset', cursor: 20 });
    expect(await read(clientId, 10)).toMatchObject({ kind: 'changes', cursor: 20 });
    await sql('delete from changes where client_id = $1', [clientId]);
    expect(await read(clientId, 19)).toEqual({ kind: 'reset', cursor: 20 });
    expect(await read(clientId, 20)).toMatchObject({ kind: 'changes', changes: [] });
    expect(await read(empty, 0)).toMatchObject({ kind: 'changes', cursor: 0, changes: [] });
    expect(await read(empty, 1)).toEqual({ kind: 'reset', cursor: 0 });
  });

  test('of one account never reads another’s changes', async () => {
    const [mine = '', theirs = ''] = accounts;
    await place([change(theirs), change(mine), change(theirs)]);
    const page = await read(mine, 0);
    expect(page).toMatchObject({ cursor: 1, changes: [{ collection: 'contacts' }] });
  });
});

describe('the hub', () => {
  type Seen = { from: number; cursor: number; changes: Change[]; resets: number };
  const listen = async (
    hub: ReturnType<typeof createHub>,
    clientId: string,
    cursor: number | null,
  ): Promise<Seen & { stop(): void }> => {
    const seen: Seen = { from: cursor ?? 0, cursor: cursor ?? 0, changes: [], resets: 0 };
    const { cursor: from, stop } = await hub.listen(clientId, cursor, {
      view: null,
      language: () => 'en',
      onPage(page) {
        seen.changes.push(...page.changes);
        seen.cursor = page.cursor;
      },
      onReset() {
        seen.resets++;
      },
      onDatabase: () => undefined,
    });
    return Object.assign(seen, { from, stop });
  };

  test('a listener that joins while 5,000 changes stream gets each change once, in order', async () => {
    const random = testRandom();
    const [clientId = ''] = accounts;
    const hub = createHub(database.platform, {});
    const sequencer = startSequencer(database.platform);
    try {
      const total = 5_000;
      let written = 0;
      const readers: Array<Seen & { stop(): void }> = [];
      const stopped = new Set<Seen>();
      const writing = Promise.all(
        Array.from({ length: 8 }, async () => {
          while (written < total || readers.length < 20) {
            written++;
            await addOne(change(clientId));
            database.platform.notifier.notify('changes_new', clientId);
          }
        }),
      );
      while (written < total || readers.length < 20) {
        const [row] = await sql<{ pos: number }>('select pos::int as pos from change_counters where client_id = $1', [
          clientId,
        ]);
        const choice = random();
        readers.push(
          await listen(hub, clientId, choice < 0.4 ? null : choice < 0.7 ? 0 : Math.floor(random() * (row?.pos ?? 0))),
        );
        const leaving = readers[Math.floor(random() * readers.length)];
        if (readers.length % 5 === 0 && leaving !== undefined) {
          leaving.stop();
          stopped.add(leaving);
        }
        await new Promise((resolve) => setTimeout(resolve, random() * 60));
      }
      await writing;
      await sequenced();
      const order = (
        await sql<{ row_id: string }>('select row_id from changes where client_id = $1 order by pos', [clientId])
      ).map((row) => row.row_id);
      expect(order.length).toBeGreaterThanOrEqual(total);
      const isDone = (reader: Seen) => stopped.has(reader) || Math.max(reader.from, reader.cursor) === order.length;
      await until(async () => readers.every(isDone));
      for (const reader of readers) {
        expect(reader.resets).toBe(0);
        expect(reader.changes.map((one) => one.id)).toEqual(order.slice(reader.from, reader.cursor));
      }
    } finally {
      hub.close();
      await sequencer.stop();
    }
  });

  test('a listener with a cursor from the future is reset and then follows; the others are unaffected', async () => {
    const [clientId = ''] = accounts;
    const hub = createHub(database.platform, {});
    try {
      await place([change(clientId), change(clientId)]);
      const early = await listen(hub, clientId, 0);
      const lost = await listen(hub, clientId, 77);
      expect(lost.resets).toBe(1);
      await place([change(clientId)]);
      database.platform.notifier.notify('changes', clientId);
      await until(async () => early.cursor === 3 && lost.cursor === 3);
      expect(lost.changes).toHaveLength(1);
      expect(early.resets).toBe(0);
      expect(early.changes).toHaveLength(3);
    } finally {
      hub.close();
    }
  });

  test('one that joins after the last one left starts fresh', async () => {
    const [clientId = ''] = accounts;
    const hub = createHub(database.platform, {});
    try {
      const first = await listen(hub, clientId, null);
      first.stop();
      await place([change(clientId)]);
      const second = await listen(hub, clientId, 0);
      expect(second.changes).toHaveLength(1);
      expect(first.changes).toHaveLength(0);
      expect(second.from).toBe(0);
    } finally {
      hub.close();
    }
  });
});
