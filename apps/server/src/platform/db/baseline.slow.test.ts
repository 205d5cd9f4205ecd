import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { describeSchema } from '../../testing/database-schema.ts';
import { type EmptyDatabase, emptyDatabase } from '../../testing/empty-database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { testServer } from '../../testing/server.ts';
import { until } from '../../testing/world.ts';
import { endRestore, findPending, migrate, migrateForRestore } from './migrate.ts';
import { beforeBaselineDir, type Migration, readMigrationFiles } from './migration-files.ts';

const opened: EmptyDatabase[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
});
async function fresh(): Promise<EmptyDatabase> {
  const database = await emptyDatabase();
  opened.push(database);
  return database;
}

const older = readdirSync(beforeBaselineDir).sort();
/** The last migration of the first release, and the last one before the baseline. */
const [released, last] = ['202611221705_broadcasts_statistics.sql', '202611230203_platform_planner_settings.sql'];

/** A database in the state left by a server of an earlier version. */
async function databaseAt(name: string): Promise<EmptyDatabase> {
  const database = await fresh();
  await migrateForRestore(
    { connectionString: database.url },
    older.filter((file) => file <= name),
  );
  await endRestore(database.owner);
  return database;
}
/** All columns of all tables: renaming changes the name only. */
async function columnsById(database: EmptyDatabase): Promise<Map<string, string>> {
  const rows = await queryAsOwner<{ id: string; name: string }>(
    database.owner,
    `select c.oid || '.' || a.attnum as id, c.relname || '.' || a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 2`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
const migrationsOf = (database: EmptyDatabase) =>
  queryAsOwner<Migration>(database.owner, 'select name, sha256 from schema_migrations order by name');

describe('a database from before the baseline', () => {
  it.each([
    ['the first release', released],
    ['the last version before the baseline', last],
  ])('of %s gets the same schema as a new database', async (_which, name) => {
    const [begun, upgraded] = [await fresh(), await databaseAt(name)];
    await migrate({ connectionString: begun.url });
    expect(await findPending(await migrationsOf(upgraded))).not.toEqual([]);
    await migrate({ connectionString: upgraded.url });
    const [expected, found] = [await describeSchema(begun.owner), await describeSchema(upgraded.owner)];
    expect(expected.length).toBeGreaterThan(1_500);
    expect(found.filter((line) => !expected.includes(line))).toEqual([]);
    expect(expected.filter((line) => !found.includes(line))).toEqual([]);
    expect(await findPending(await migrationsOf(upgraded))).toEqual([]);
    expect(await migrate({ connectionString: upgraded.url })).toMatchObject({ applied: [] });
  });

  it('has the baseline recorded, not applied, and all earlier migrations', async () => {
    const database = await databaseAt(last);
    const { baseline, since } = await readMigrationFiles();
    const { applied } = await migrate({ connectionString: database.url });
    expect(applied).toEqual([
      ...older.filter((name) => name > last),
      ...[...baseline, ...since].map(({ name }) => name),
    ]);
    const names = (await migrationsOf(database)).map(({ name }) => name);
    expect(names).toEqual([...[...baseline, ...since].map(({ name }) => name), ...older].sort());
  });

  it.each([
    // Generated columns are created again; nothing read the two others.
    [
      'the first release',
      released,
      ['contacts.search_text', 'contacts.sort_name', 'person_exports.arrival', 'threads.last_arrival'],
    ],
    ['the last version before the baseline', last, ['installation.media_folder']],
  ])('of %s keeps every table and column, at most under another name', async (_which, name, dropped) => {
    const database = await databaseAt(name);
    const before = await columnsById(database);
    expect(new Set([...before.values()].map((column) => column.split('.')[0])).size).toBeGreaterThan(80);
    await migrate({ connectionString: database.url });
    const after = await columnsById(database);
    expect([...before].filter(([id]) => !after.has(id)).map(([, column]) => column)).toEqual(dropped);
  });

  it('keeps the id of its media folder', async () => {
    const database = await databaseAt(last);
    const folder = crypto.randomUUID();
    await database.owner.query('insert into installation (key_id, media_folder) values ($1, $2)', ['0', folder]);
    await migrate({ connectionString: database.url });
    expect(await queryAsOwner(database.owner, 'select id from media_folders')).toEqual([{ id: folder }]);
  });

  it('keeps its rows, and a server continues its work', async () => {
    const database = await databaseAt(last);
    const clientId = await fillOldDatabase(database);
    const applied = await migrate({ connectionString: database.url });
    expect(applied.applied).not.toEqual([]);
    await database.owner.end();

    const server = await testServer({ templateUrl: database.url });
    try {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      const rows = (text: string) => queryAsOwner(server.owner, text, [clientId]);
      expect(
        await rows('select recipient_key, resend from campaign_recipients where client_id = $1 order by n'),
      ).toEqual([
        { recipient_key: 'p:491701', resend: true },
        { recipient_key: 'p:491702', resend: false },
      ]);
      expect(await rows('select email_token_hash, link_token_hash from invitations where client_id = $1')).toEqual([
        { email_token_hash: Buffer.from('mail'), link_token_hash: Buffer.from('copy') },
      ]);
      expect(await rows('select sum(n)::int as n from contact_counts where client_id = $1')).toEqual([{ n: 1 }]);
      expect(await rows('select bytes from user_avatars where user_id = $1')).toEqual([{ bytes: Buffer.from('x') }]);
      // A waiting job under the old name of its kind, and a stored delivery that was not applied.
      await until(async () => (await rows("select from jobs where client_id = $1 and state = 'done'")).length === 1);
      await until(
        async () =>
          (await queryAsOwner(server.owner, 'select from ingest_partitions where applied_seq = 1')).length === 1,
      );
      await server.owner.query(`insert into contacts (client_id, id, name) values ($1, gen_random_uuid(), 'Bela')`, [
        clientId,
      ]);
      expect(await rows('select sum(n)::int as n from contact_counts where client_id = $1')).toEqual([{ n: 2 }]);
    } finally {
      await server.close();
    }
  });
});

/** Inserts rows into tables that were renamed since. @returns the id of the account and of its only user */
async function fillOldDatabase({ owner }: EmptyDatabase): Promise<string> {
  const [row] = await queryAsOwner<{ id: string }>(owner, 'select gen_random_uuid()::text as id');
  const id = row?.id ?? '';
  const statements = [
    `insert into users (id, email, display_name) values ($1, 'ada@example.org', 'Ada')`,
    `insert into user_photos (user_id, id, bytes) values ($1, gen_random_uuid(), 'x')`,
    `insert into clients (id, name, country, time_zone, created_by) values ($1, 'Shop', 'DE', 'Europe/Berlin', $1)`,
    `insert into client_users (client_id, user_id, role, name, email) values ($1, $1, 'Owner', 'Ada', 'ada@example.org')`,
    `insert into change_counters (client_id) values ($1)`,
    `insert into invitations (client_id, id, email, role, invited_by, mail_hash, copy_hash, request_hash, expires_at)
     values ($1, $1, 'bo@example.org', 'User', $1, 'mail', 'copy', 'x', now() + interval '1 day')`,
    `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc,
       secrets_last4) values ($1, $1, 'WHATSAPP', 'Main', '49170', '1', '2', 'x', '{}')`,
    `insert into contacts (client_id, id, name) values ($1, $1, 'Ann')`,
    `insert into campaigns (client_id, id, name, area, channel_id, template_id, audience, state, created_by)
     values ($1, $1, 'Sale', 'BROADCAST', $1, $1, '{}', 'CANCELLED', 'x')`,
    `insert into campaign_recipients (client_id, campaign_id, n, person_key, state, again)
     values ($1, $1, 1, 'p:491701', 'QUEUED', true), ($1, $1, 2, 'p:491702', 'QUEUED', false)`,
    `insert into jobs (client_id, id, kind, key, lane, payload) values ($1, $1, 'contacts.heal', 'heal', 'light', '{}')`,
    `with lane as (insert into intake_lanes (holder, lease_until) values ($1, now()) returning lane)
     insert into webhook_events (lane, seq, channel_id, client_id, body) select lane, 1, $1, $1, '{}' from lane`,
  ];
  for (const statement of statements) {
    await owner.query(statement.replaceAll('$1', `'${id}'`));
  }
  return id;
}
