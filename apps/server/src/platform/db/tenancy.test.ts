// @module-tag data
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { testRandom } from '../../testing/random.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { NotCommitted } from './connection.ts';
import { statement } from './sql.ts';

let database: TestDatabase;
let accounts: string[];
beforeAll(async () => {
  database = await testDatabase();
  const account = await createUser(database.owner);
  accounts = [];
  for (let n = 0; n < 12; n++) {
    const clientId = await createAccount(database.owner, account, `Account ${n}`);
    accounts.push(clientId);
    await queryAsOwner(
      database.owner,
      'insert into contact_lists (client_id, id, name) select $1::uuid, gen_random_uuid(), $1::text from generate_series(1, 5)',
      [clientId],
    );
  }
});
afterAll(() => database.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(database.owner, text, values);

/** Tables with a `client_id` that are invisible to the app role, with the reason. */
const systemTables: Record<string, string> = {
  sessions: 'a session belongs to a person of the installation; client_id says which account it is in now',
  email_outbox: 'emails of sign-ins belong to no account; client_id says for which one an email is counted',
  webhook_events: 'stored before its account is known; one delivery may hold several accounts’ (decision 2)',
};
/** Keys and indexes of tenant tables that do not begin with `client_id`, with the reason. */
const keyExceptions: Record<string, string> = {
  account_exports_age: 'removed by age, across accounts',
  messages_pairs: 'each pair of letters begins with bits of the account',
  ai_calls_age: 'removed by age, across accounts',
  answering_messages_due: 'a worker finds the accounts with messages to answer',
  api_key_hours_age: 'removed by age, across accounts',
  api_keys_hash: 'a call with a key names the key before its account is known',
  audit_events_by_age: 'removed by age, across accounts',
  automation_runs_age: 'removed by age, across accounts',
  automation_runs_due: 'a worker finds the accounts with due runs',
  calls_ended: 'removed by age, across accounts',
  campaign_files_age: 'removed by age, across accounts',
  campaign_links_by_code: 'a link is opened by its code, before its account is known',
  email_hours_age: 'removed by age, across accounts',
  report_emails_due: 'emails of all accounts are sent at their time',
  link_previews_old: 'deleted by age, for all accounts at once',
  media_hours_age: 'removed by age, across accounts',
  campaigns_due: 'what is planned starts at its time, whoever’s it is',
  campaigns_to_retry: 'recipients on hold are retried at their time, whoever’s they are',
  change_counters_pkey: 'one row an account: client_id is the whole key',
  channel_health_asked: 'the daily look takes the channels of all accounts that were not asked for longest',
  channel_routes_pkey: 'a webhook address names the channel before its account is known',
  channel_routes_previous: 'as channel_routes_secret, for the day after a rotation',
  channel_routes_verified: 'a verified number belongs to one channel of the whole installation',
  channel_routes_secret: 'a delivery is routed among the channels of one app secret, whose accounts come out of it',
  changes_new_pkey: 'a queue of all accounts, taken in the order of ids by the sequencer',
  channel_signups_expiry: 'removed by age, across accounts',
  client_users_user: 'sign-in asks for the accounts of one person before any is chosen',
  client_logos_id: 'a logo is served by its address, without an account',
  clients_pkey: 'the account itself: its id is what others call client_id',
  contact_bulk_operations_ended: 'removed by age, across accounts',
  contact_field_values_fragments: 'as contacts_fragments',
  contact_merges_age: 'removed by age, across accounts',
  contacts_fragments: 'an index of fragments has no account in it; the function that uses it tests the account',
  contacts_trash_age: 'removed by age, across accounts',
  thread_notices_by_age: 'removed by age, across accounts',
  scheduled_messages_due: 'what is scheduled is sent at its time, whoever’s it is',
  incoming_webhooks_address: 'a call names the webhook before its account is known',
  incoming_webhook_calls_age: 'removed by age, across accounts',
  import_source_runs_age: 'removed by age, across accounts',
  history_imports_age: 'looked at and removed by age, across accounts',
  history_imports_open: 'as history_imports_age, for those that nobody went on with',
  imports_age: 'looked at and removed by age, across accounts',
  imports_unbegun: 'as imports_age, for files that nobody went on with',
  invitations_by_inviter: 'how many somebody invited in a day counts across the accounts they are in',
  invitations_link_token: 'an invitation is opened by its link before its account is known',
  invitations_email_token: 'an invitation is opened by the link of its email before its account is known',
  invitations_waiting: 'a person sees what waits for their address, of any account',
  contact_data_exports_age: 'removed by age, across accounts',
  jobs_due: 'a worker sleeps until the next job of any account is due',
  jobs_ended: 'removed by age, across accounts',
  jobs_leases: 'what a worker that died held is taken back, whoever’s it is',
  jobs_waiting: 'a worker goes from account to account of one weight',
  notifications_old: 'removed by age, across accounts',
  push_devices_of_session: 'a session that ends takes its browsers along, in every account',
  webhook_deliveries_claimed: 'what a worker that died held is due again, whoever’s it is',
  webhook_deliveries_ended: 'removed by age, across accounts',
  assistant_grants_access: 'a call of an application names the token before its account is known',
  assistant_grants_application: 'a registration stays while any account uses it',
  assistant_grants_code: 'an application names the code before its account is known',
  assistant_grants_id: 'a refresh token names the grant before its account is known',
  scim_tokens_hash: 'a call of an identity provider names the token before its account is known',
  session_templates_attachments: 'a GIN index of the ids of files; the account is compared on the few rows found',
  triggers_done: 'removed by age, across accounts',
  parked_statuses_time: 'looked at and removed by age, across accounts',
};

type Table = { name: string; key: string; rls: boolean; partition: boolean; has_client_id: boolean };

const tables = () =>
  sql<Table>(`
    select c.relname as name, case when c.relname = 'clients' then 'id' else 'client_id' end as key, c.relrowsecurity as rls,
      c.relispartition as partition,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped) as has_client_id
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
const tenantTables = async () =>
  (await tables()).filter(
    (table) => !table.partition && (table.has_client_id || table.name === 'clients') && !(table.name in systemTables),
  );

describe('the catalog', () => {
  test('every table with a client_id has both policies, or is listed as a system table', async () => {
    const all = await tables();
    expect(
      Object.keys(systemTables).filter((name) => !all.some((table) => table.name === name && table.has_client_id)),
    ).toEqual([]);
    const guarded = await tenantTables();
    expect(guarded.length).toBeGreaterThan(15);
    const policies = await sql<{
      table: string;
      policy: string;
      roles: string;
      using: string;
      check: string;
      command: string;
      permissive: string;
    }>(`
      select tablename as table, policyname as policy, array_to_string(roles, ',') as roles, qual as using, with_check as check,
        cmd as command, permissive from pg_policies where schemaname = 'public'`);
    for (const table of guarded) {
      expect(table.rls, table.name).toBe(true);
      const mine = policies
        .filter((policy) => policy.table === table.name && policy.permissive === 'PERMISSIVE')
        .sort((a, b) => (a.roles < b.roles ? -1 : 1));
      const own = `(${table.key} = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::uuid)`;
      expect(
        mine.map(({ roles, using, check, command }) => ({ roles, using, check, command })),
        table.name,
      ).toEqual([
        { roles: 'parley_app', using: own, check: own, command: 'ALL' },
        { roles: 'parley_system', using: 'true', check: 'true', command: 'ALL' },
      ]);
    }
    // A further policy only restricts: a conversation merged into another no longer exists for its account.
    const isStricter = policies.filter(({ permissive }) => permissive !== 'PERMISSIVE');
    expect(isStricter).toMatchObject([{ table: 'threads', policy: 'not_merged', roles: 'parley_app', command: 'ALL' }]);
    expect(policies.filter((policy) => !guarded.some((table) => table.name === policy.table))).toEqual([]);
  });

  test('their keys, unique constraints and indexes begin with client_id, or are listed with the reason', async () => {
    const guarded = new Map((await tenantTables()).map((table) => [table.name, table.key]));
    const indexes = await sql<{ table: string; index: string; columns: string[]; is_unique: boolean }>(`
      select t.relname as table, i.relname as index, x.indisunique as is_unique,
        array(select pg_get_indexdef(x.indexrelid, k, true) from generate_series(1, x.indnkeyatts) k) as columns
      from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      where t.relnamespace = 'public'::regnamespace and not t.relispartition order by 1, 2`);
    const odd: string[] = [];
    for (const { table, index, columns, is_unique } of indexes) {
      const key = guarded.get(table);
      if (key === undefined) continue;
      const good = columns[0] === key && (!is_unique || columns.includes(key));
      if (!good || index === 'clients_pkey' || index === 'change_counters_pkey') odd.push(index);
    }
    expect(odd.sort()).toEqual(Object.keys(keyExceptions).sort());
  });

  test('their foreign keys contain client_id, or reference the account or a table of the installation', async () => {
    const guarded = new Map((await tenantTables()).map((table) => [table.name, table.key]));
    const keys = await sql<{ name: string; table: string; target: string; columns: string[]; targets: string[] }>(`
      select k.conname as name, t.relname as table, f.relname as target,
        array(select a.attname::text from unnest(k.conkey) with ordinality u(n, o) join pg_attribute a on a.attrelid = t.oid and a.attnum = u.n order by o) as columns,
        array(select a.attname::text from unnest(k.confkey) with ordinality u(n, o) join pg_attribute a on a.attrelid = f.oid and a.attnum = u.n order by o) as targets
      from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and t.relnamespace = 'public'::regnamespace and not t.relispartition`);
    const wrong = keys.filter(({ table, target, columns, targets }) => {
      if (!guarded.has(table)) return false;
      if (!guarded.has(target)) return false;
      const at = columns.indexOf('client_id');
      return at === -1 || targets[at] !== guarded.get(target);
    });
    expect(wrong).toEqual([]);
    expect(keys.filter(({ table }) => guarded.has(table)).length).toBeGreaterThan(15);
  });

  test('a view shows each reader what the tables show, and each has been filled', async () => {
    const views = await sql<{ name: string; invoker: boolean; filled: boolean; others: string[] }>(`
      select c.relname as name, coalesce('security_invoker=true' = any(c.reloptions), false) as invoker,
        exists (select from information_schema.view_table_usage u where u.view_name = c.relname) as filled,
        array(select distinct grantee::text from information_schema.role_table_grants g where g.table_name = c.relname
          and (g.grantee not in ('parley_app', 'parley_system', current_user)
            or g.grantee <> current_user and g.privilege_type not in ('SELECT', 'UPDATE'))) as others
      from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace order by 1`);
    expect(views.length).toBeGreaterThan(50);
    for (const { name, ...view } of views) expect(view, name).toEqual({ invoker: true, filled: true, others: [] });
  });

  test('the app role can access tenant tables only, through their parents only; other roles nothing', async () => {
    const guarded = new Set((await tenantTables()).map((table) => table.name));
    for (const { name, partition } of await tables()) {
      const [may] = await sql<{ app: boolean; system: boolean; other: boolean }>(
        `select has_table_privilege('parley_app', $1, 'select, insert, update, delete') as app,
           has_table_privilege('parley_system', $1, 'select, insert, update, delete') as system,
           exists (select from information_schema.role_table_grants where table_schema = 'public' and table_name = $1
             and grantee not in ('parley_app', 'parley_system', current_user)) as other`,
        [name],
      );
      const migrations = name === 'schema_migrations';
      expect(may, name).toEqual({ app: guarded.has(name), system: !partition && !migrations, other: false });
    }
    const roles = await sql(`select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit,
        (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships
      from pg_roles r where rolname in ('parley_app', 'parley_system') order by 1`);
    for (const role of roles)
      expect(role).toMatchObject({
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        memberships: 0,
      });
    const definers = await sql<{ name: string; config: string[] | null; by_all: boolean }>(`
      select p.proname as name, p.proconfig as config, has_function_privilege('parley_app', p.oid, 'execute') as by_all
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`);
    expect(definers).toEqual([
      { name: 'analyze_tables', config: ['search_path=public, pg_temp'], by_all: false },
      { name: 'contacts_like', config: ['search_path=public, pg_temp'], by_all: true },
      { name: 'delete_expired_default_rows', config: ['search_path=public, pg_temp'], by_all: false },
      { name: 'delete_merged_threads', config: ['search_path=public, pg_temp'], by_all: true },
      { name: 'field_values_with_fragment', config: ['search_path=public, pg_temp'], by_all: true },
      { name: 'find_messages', config: ['search_path=public, pg_temp'], by_all: true },
      { name: 'lock_ingest', config: ['search_path=public, pg_temp'], by_all: true },
      { name: 'maintain_partitions', config: ['search_path=public, pg_temp'], by_all: false },
      { name: 'merge_thread', config: ['search_path=public, pg_temp'], by_all: true },
      { name: 'merged_threads', config: ['search_path=public, pg_temp'], by_all: true },
      { name: 'rebase_audit_positions', config: ['search_path=public, pg_temp'], by_all: false },
      { name: 'resolve_thread', config: ['search_path=public, pg_temp'], by_all: true },
    ]);
  });
});

async function asApp(): Promise<pg.Client> {
  const { host, port } = database.owner;
  const client = new pg.Client({ host, port, database: database.owner.database ?? '', user: 'parley_app' });
  client.on('error', () => undefined); // The query that runs on it fails.
  await client.connect();
  return client;
}

describe('the app role', () => {
  test('reads and writes nothing without an account', async () => {
    const app = await asApp();
    try {
      for (const { name } of await tenantTables()) {
        const { rows } = await app.query(`select * from ${name}`);
        expect(rows, name).toEqual([]);
      }
      expect((await app.query('update contact_lists set name = $1', ['x'])).rowCount).toBe(0);
      expect((await app.query('delete from contact_lists')).rowCount).toBe(0);
      await expect(
        app.query("insert into contact_lists (client_id, id, name) values ($1, gen_random_uuid(), 'x')", [accounts[0]]),
      ).rejects.toMatchObject({ code: '42501' });
      await app.query("select set_config('app.client_id', '', false)");
      expect((await app.query('select * from contact_lists')).rows).toEqual([]);
      await app.query("select set_config('app.client_id', 'nonsense', false)");
      await expect(app.query('select * from contact_lists')).rejects.toMatchObject({ code: '22P02' });
    } finally {
      await app.end();
    }
  });

  test('reads its own rows and cannot write, move or take another account’s', async () => {
    const [mine = '', theirs = ''] = accounts;
    const app = await asApp();
    const refused = async (text: string, values: unknown[]) => {
      await app.query('savepoint s');
      await expect(app.query(text, values), text).rejects.toMatchObject({ code: '42501' });
      await app.query('rollback to savepoint s');
    };
    try {
      await app.query('begin');
      await app.query("select set_config('app.client_id', $1, true)", [mine]);
      expect(
        (await app.query<{ client_id: string }>('select client_id from contact_lists')).rows.map(
          (row) => row.client_id,
        ),
      ).toEqual(Array(5).fill(mine));
      await refused("insert into contact_lists (client_id, id, name) values ($1, gen_random_uuid(), 'x')", [theirs]);
      await refused('update contact_lists set client_id = $1', [theirs]);
      expect((await app.query('update contact_lists set name = $2 where client_id = $1', [theirs, 'x'])).rowCount).toBe(
        0,
      );
      expect((await app.query('delete from contact_lists where client_id = $1', [theirs])).rowCount).toBe(0);
      for (const name of [
        'users',
        'sessions',
        'webhook_events',
        'ingest_partitions',
        'signing_keys',
        'schema_migrations',
        'changes_default',
      ])
        await refused(`select * from ${name}`, []);
      for (const text of [
        'create table x (id int)',
        'alter table contacts disable row level security',
        'select maintain_partitions()',
        'set role parley_system',
        'truncate contact_lists',
        "copy (select 1) to program 'true'",
      ])
        await refused(text, []);
      await app.query('rollback');
    } finally {
      await app.end();
    }
    expect(
      (
        await sql<{ n: number }>(
          'select count(*)::int as n from contact_lists where client_id = $1::uuid and name = $1::text',
          [theirs],
        )
      )[0]?.n,
    ).toBe(5);
  });
});

const listNames = statement('tenancy_test_names', 'select client_id, name from contact_lists');
const whoAmI = statement(
  'tenancy_test_who',
  "select current_setting('app.client_id', true) as client_id, pg_backend_pid() as pid",
);
const slow = statement('tenancy_test_slow', 'select pg_sleep($1)');
const broken = statement('tenancy_test_broken', 'select 1 / $1::int as never');
const insertList = statement(
  'tenancy_test_insert',
  'insert into contact_lists (client_id, id, name) values ($1, $2, $3)',
);

describe('withTenant', () => {
  const { withTenant } = {
    withTenant: <T>(id: string, fn: Parameters<TestDatabase['platform']['db']['withTenant']>[1]) =>
      database.platform.db.withTenant(id, fn) as Promise<T>,
  };
  const countOf = async (name: string) =>
    (await sql<{ n: number }>('select count(*)::int as n from contact_lists where name = $1', [name]))[0]?.n;

  test('never mixes accounts on its connections, whatever else fails', async () => {
    const random = testRandom();
    const pids = new Set<number>();
    const worker = async (seed: number) => {
      for (let n = 0; n < 80; n++) {
        const clientId = accounts[(seed * 7 + n * 5) % accounts.length] ?? '';
        const bad = (seed + n) % 7 === 0;
        const call = withTenant<void>(clientId, async (tx) => {
          const [first, me] = await Promise.all([
            tx.rows<{ client_id: string; name: string }>(listNames),
            tx.rows<{ client_id: string; pid: number }>(whoAmI),
          ]);
          if (n % 3 === 0) await tx.rows(slow, [random() * 0.003]);
          if (bad) await tx.rows(broken, [0]);
          const second = await tx.rows<{ client_id: string; name: string }>(listNames);
          for (const row of [...first, ...second]) expect(row).toEqual({ client_id: clientId, name: clientId });
          expect(first).toHaveLength(5);
          expect(me[0]?.client_id).toBe(clientId);
          pids.add(me[0]?.pid ?? 0);
        });
        if (bad) await expect(call).rejects.toMatchObject({ code: '22012' });
        else await call;
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, seed) => worker(seed)));
    expect(pids.size).toBeLessThanOrEqual(8);
    const after = await withTenant<Array<{ client_id: string }>>(accounts[3] ?? '', (tx) => tx.rows(whoAmI));
    expect(after[0]?.client_id).toBe(accounts[3]);
  });

  test('a failed statement rolls back everything, also when its error was ignored or not awaited', async () => {
    const [clientId = ''] = accounts;
    const swallowed = withTenant(clientId, async (tx) => {
      await tx.run(insertList, [clientId, randomUUID(), 'swallowed']);
      await tx.rows(broken, [0]).catch(() => undefined);
      return 'looks fine';
    });
    await expect(swallowed).rejects.toBeInstanceOf(NotCommitted);
    const thrown = withTenant(clientId, async (tx) => {
      await Promise.all([tx.run(insertList, [clientId, randomUUID(), 'swallowed']), tx.rows(broken, [0])]);
    });
    await expect(thrown).rejects.toMatchObject({ code: '22012' });
    const floating = withTenant(clientId, async (tx) => {
      tx.rows(broken, [0]).catch(() => undefined);
      const written = tx.run(insertList, [clientId, randomUUID(), 'swallowed']).catch(() => undefined);
      await written;
    });
    await expect(floating).rejects.toBeInstanceOf(NotCommitted);
    const own = withTenant(clientId, async (tx) => {
      await tx.run(insertList, [clientId, randomUUID(), 'swallowed']);
      throw new RangeError('changed my mind');
    });
    await expect(own).rejects.toBeInstanceOf(RangeError);
    const nobody = withTenant('not-a-uuid', (tx) => tx.rows(listNames));
    await expect(nobody).rejects.toMatchObject({ code: '22P02' });
    const foreign = withTenant(clientId, (tx) => tx.run(insertList, [accounts[1], randomUUID(), 'swallowed']));
    await expect(foreign).rejects.toMatchObject({ code: '42501' });
    expect(await countOf('swallowed')).toBe(0);
    for (let n = 0; n < 10; n++)
      expect(await withTenant<unknown[]>(clientId, (tx) => tx.rows(listNames))).toHaveLength(5);
  });

  test('a connection lost midway rolls back everything and is not used again', async () => {
    const [clientId = ''] = accounts;
    const call = withTenant(clientId, async (tx) => {
      await tx.run(insertList, [clientId, randomUUID(), 'cut off']);
      const [me] = await tx.rows<{ pid: number }>(whoAmI);
      await sql('select pg_terminate_backend($1)', [me?.pid]);
      await tx.rows(whoAmI);
    });
    await expect(call).rejects.toThrow();
    expect(await countOf('cut off')).toBe(0);
    expect(await withTenant<unknown[]>(clientId, (tx) => tx.rows(listNames))).toHaveLength(5);
  });

  test('retries automatically after a deadlock', async () => {
    const [clientId = ''] = accounts;
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) await withTenant(clientId, (tx) => tx.run(insertList, [clientId, id, 'locked']));
    const lock = statement(
      'tenancy_test_lock',
      "update contact_lists set name = 'locked' where client_id = $1 and id = $2",
    );
    let attempts = 0;
    let holding = 0;
    // Both lock their first row before either requests the other's.
    const bothHold = Promise.withResolvers<void>();
    const cross = (first: string, second: string) =>
      withTenant(clientId, async (tx) => {
        attempts++;
        await tx.run(lock, [clientId, first]);
        holding++;
        if (holding === 2) bothHold.resolve();
        await bothHold.promise;
        await tx.run(lock, [clientId, second]);
      });
    const [a = '', b = ''] = ids;
    await Promise.all([cross(a, b), cross(b, a)]);
    expect(attempts).toBeGreaterThanOrEqual(3);
  });
});

test('two statements cannot share a name', () => {
  statement('tenancy_test_name', 'select 1');
  expect(statement('tenancy_test_name', 'select 1').text).toBe('select 1');
  expect(() => statement('tenancy_test_name', 'select 2')).toThrow(/tenancy_test_name/);
});
