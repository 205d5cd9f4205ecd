import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { statement } from './sql.ts';

const insert = statement(
  'test_insert_list',
  'insert into contact_lists (client_id, id, name) values ($1, $2::uuid, $3) returning name',
);
const count = statement('test_count_lists', 'select count(*)::int as n from contact_lists where client_id = $1');
const broken = statement('test_broken', 'select 1 / ($1::int)');

describe('a transaction', () => {
  let database: TestDatabase;
  let clientId: string;
  beforeAll(async () => {
    database = await testDatabase();
    clientId = await createAccount(database.owner, await createUser(database.owner));
  });
  afterAll(() => database.close());

  const list = (name: string) => [clientId, crypto.randomUUID(), name];
  const listsNow = async () => {
    const { rows } = await database.owner.query('select name from contact_lists where client_id = $1', [clientId]);
    return rows.map((row) => row.name);
  };

  test('commits with its last statement and returns that statement’s result', async () => {
    const [row] = await database.platform.db.withTenant(clientId, (tx) => tx.final.rows(insert, list('with commit')));
    expect(row).toEqual({ name: 'with commit' });
    expect(await listsNow()).toContain('with commit');
  });

  test('writes nothing when the statement sent with COMMIT fails', async () => {
    const attempt = database.platform.db.withTenant(clientId, async (tx) => {
      await tx.run(insert, list('must not stay'));
      await tx.final.run(broken, [0]);
    });
    await expect(attempt).rejects.toThrow('division by zero');
    expect(await listsNow()).not.toContain('must not stay');
  });

  test('rejects a statement after the last one', async () => {
    const attempt = database.platform.db.withTenant(clientId, async (tx) => {
      await tx.final.run(insert, list('the last one'));
      await tx.run(insert, list('too late'));
    });
    await expect(attempt).rejects.toThrow('after the last one');
    expect(await listsNow()).not.toContain('too late');
  });

  test('writes nothing when a statement that was not awaited failed', async () => {
    const attempt = database.platform.db.withTenant(clientId, async (tx) => {
      tx.run(broken, [0]).catch(() => undefined);
      await tx.run(insert, list('behind a failure')).catch(() => undefined);
    });
    await expect(attempt).rejects.toThrow('rolled back');
    expect(await listsNow()).not.toContain('behind a failure');
  });

  test('for reading cannot write', async () => {
    const attempt = database.platform.db.withTenant(clientId, (tx) => tx.run(insert, list('written')), {
      readOnly: true,
    });
    await expect(attempt).rejects.toThrow('read-only');
    expect(await listsNow()).not.toContain('written');
  });

  test('isolates accounts on connections shared by many transactions', async () => {
    const other = await createAccount(database.owner, await createUser(database.owner, 'Bo'));
    const { withTenant } = database.platform.db;
    const expected = (await listsNow()).length;
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const id = n % 2 === 0 ? clientId : other;
        const read = () => withTenant(id, (tx) => tx.rows<{ n: number }>(count, [clientId]), { readOnly: true });
        const [row] =
          n % 3 === 0 ? await withTenant(id, (tx) => tx.rows<{ n: number }>(count, [clientId])) : await read();
        return { id, n: row?.n };
      }),
    );
    for (const { id, n } of seen) expect(n).toBe(id === clientId ? expected : 0);
  });
});
