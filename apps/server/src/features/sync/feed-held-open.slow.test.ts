// @module-tag data
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { runsLongTests } from '../../testing/long-tests.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { until } from '../../testing/world.ts';
import { addChanges } from './changes-repo.ts';
import { createHub } from './hub.ts';
import { startSequencer } from './sequencer.ts';

/**
 * How long the transaction stays open, and the number of concurrent writes. The long form is run by `npm run
 * test:full -- unit-long`.
 */
const [holdMs, otherCount] = runsLongTests ? [60_000, 10_000] : [3_000, 2_000];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test(
  `a transaction held open for ${holdMs / 1_000} s hides none of ${otherCount} others, and is not hidden itself`,
  async () => {
    const clientId = await createAccount(database.owner, await createUser(database.owner));
    const hub = createHub(database.platform, {});
    const sequencer = startSequencer(database.platform);
    const seen: string[] = [];
    let cursor = 0;
    let resets = 0;
    await hub.listen(clientId, 0, {
      view: null,
      language: () => 'en',
      onPage(page) {
        seen.push(...page.changes.map((change) => change.id));
        cursor = page.cursor;
      },
      onReset() {
        resets++;
      },
      onDatabase: () => undefined,
    });
    const { host, port } = database.owner;
    const holder = new pg.Client({ host, port, database: database.owner.database ?? '', user: 'parley_app' });
    holder.on('error', () => undefined); // The query that runs on it reports the error.
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query("select set_config('app.client_id', $1, true)", [clientId]);
      const delayed = randomUUID();
      const insert = `insert into changes_new (client_id, collection, row_id, marker, version) values ($1, 'contacts', $2, 'NEW', 1)`;
      await holder.query(insert, [clientId, delayed]);
      const began = performance.now();

      const wanted: string[] = [];
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          while (wanted.length < otherCount) {
            const id = randomUUID();
            wanted.push(id);
            await database.platform.db.withTenant(clientId, (tx) =>
              addChanges(tx, [{ collection: 'contacts', id, marker: 'NEW', version: 1 }]),
            );
            database.platform.notifier.notify('changes_new', clientId);
          }
        }),
      );
      // All of them are delivered although an earlier transaction is still open.
      await until(async () => seen.length === wanted.length);
      expect([...seen].sort()).toEqual([...wanted].sort());
      expect(seen).not.toContain(delayed);

      while (performance.now() - began < holdMs) {
        // The server ends a transaction that is idle for 20 s: this one is active.
        await holder.query('select 1');
        await new Promise((resolve) => setTimeout(resolve, Math.min(5_000, holdMs / 10)));
      }
      await holder.query(insert, [clientId, `${delayed}-again`]);
      await holder.query('commit');
      await until(async () => seen.includes(delayed) && seen.includes(`${delayed}-again`));
      expect(seen.length).toBe(wanted.length + 2);
      expect(new Set(seen).size).toBe(seen.length);
      expect(resets).toBe(0);
      const [dense] = await queryAsOwner<{ n: number; top: number }>(
        database.owner,
        'select count(*)::int as n, max(pos)::int as top from changes where client_id = $1',
        [clientId],
      );
      expect(dense).toEqual({ n: wanted.length + 2, top: cursor });
      expect(await queryAsOwner(database.owner, 'select 1 from changes_new')).toEqual([]);
    } finally {
      await holder.end();
      hub.close();
      await sequencer.stop();
    }
  },
  holdMs + 120_000,
);

test('a writer that stands still is ended before its leases end, and nothing waits for ever', async () => {
  const { rows } = await database.owner.query<{ rolname: string; rolconfig: string[] }>(
    "select rolname, rolconfig from pg_roles where rolname in ('parley_app', 'parley_system') order by 1",
  );
  const [app, system] = rows.map(({ rolconfig }) => rolconfig);
  for (const config of [app, system]) {
    expect(config).toContain('idle_in_transaction_session_timeout=20s');
    expect(config).toContain('lock_timeout=30s');
  }
  expect(app).toContain('transaction_timeout=120s');
  expect(system).toContain('statement_timeout=300s');
});
