import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../platform/db/sql.ts';
import { type TestDatabase, testDatabase } from './database.ts';

const who = statement('testing.who', 'select current_user as name');
const countUsers = statement('testing.people', 'select count(*)::int as count from users');

describe('databases for tests', () => {
  const databases: TestDatabase[] = [];
  beforeAll(async () => {
    databases.push(...(await Promise.all([testDatabase(), testDatabase()])));
  });
  afterAll(() => Promise.all(databases.map((database) => database.close())));

  it('have separate rows and both roles', async () => {
    const [first, second] = databases;
    await first?.owner.query(
      `insert into users (id, email, display_name) values (gen_random_uuid(), 'a@b.example', 'A')`,
    );
    const count = async (database: TestDatabase | undefined) =>
      (await database?.platform.db.system.statements('identity').rows<{ count: number }>(countUsers))?.[0]?.count;
    expect(await count(first)).toBe(1);
    expect(await count(second)).toBe(0);
    const app = await first?.platform.db.withTenant(crypto.randomUUID(), (tx) => tx.rows<{ name: string }>(who));
    expect(app?.[0]?.name).toBe('parley_app');
  });
});
