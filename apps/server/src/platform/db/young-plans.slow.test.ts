import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { newId } from '../ids.ts';
import { declaredStatements } from './sql.ts';

/*
 * The first day of an installation: statements are planned while the tables are empty, and the plans stay while the
 * tables fill. What they read per message must not grow with the account.
 */
let database: TestDatabase;
const clientId = newId();
const channelId = newId();

beforeAll(async () => {
  database = await testDatabase();
  // Loads every feature, and so every statement.
  const app = await buildApp(database.platform, { soleProcess: true, checkResponses: false, web: false });
  await app.close();
  await database.owner.query(`
    insert into users (id, email, display_name) values ('${clientId}', 'owner@example.com', 'Owner');
    insert into clients (id, name, country, time_zone, created_by) values ('${clientId}', 'Account', 'GB', 'UTC', '${clientId}');
    insert into change_counters (client_id) values ('${clientId}');
    insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
      values ('${clientId}', '${channelId}', 'WHATSAPP', 'Main', '4477', '1', '1', '\\x00', '{}');
    set plan_cache_mode = force_generic_plan; set random_page_cost = 1.1; set effective_cache_size = '1GB';
    set role parley_system`);
});
afterAll(() => database.close());

const prepared = new Set<string>();

/** Runs a statement with the plan that it got at its first use. @returns rows that were read and not used, by node */
async function run(name: string, values: readonly unknown[]): Promise<string[]> {
  const text = declaredStatements().get(name);
  if (text === undefined) throw new Error(`no statement is named ${name}`);
  const handle = `"${name}"`;
  if (!prepared.has(name)) await database.owner.query(`prepare ${handle} as ${text}`);
  prepared.add(name);
  const given = values.map((value) => quote(Array.isArray(value) ? `{${value.join(',')}}` : value));
  const [row] = await queryAsOwner<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    database.owner,
    `explain (analyze, timing off, format json) execute ${handle} (${given.join(', ')})`,
  );
  return row === undefined ? ['nothing'] : [...wasted(row['QUERY PLAN'][0].Plan)];
}

const quote = (value: unknown) => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`);

type Node = {
  'Node Type': string;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Relation Name'?: string;
  Plans?: Node[];
};

function* wasted(node: Node): Generator<string> {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const all = removed * node['Actual Loops'];
  if (all > 3_000) yield `${node['Node Type']} ${node['Relation Name'] ?? ''}: ${all} rows read in vain`;
  for (const child of node.Plans ?? []) yield* wasted(child);
}

const customers = Array.from({ length: 1_000 }, (_one, n) => ({
  id: newId(),
  phone: `4477${String(n).padStart(8, '0')}`,
}));
const each = <T>(value: T): T[] => customers.map(() => value);

function texts(round: number): string {
  return JSON.stringify(
    customers.map(({ id, phone }, ord) => ({
      ord,
      client_id: clientId,
      id: newId(),
      channel_id: channelId,
      contact_id: id,
      to: phone,
      to_user_id: null,
      type: 'text',
      content: { body: 'Hello' },
      provider_id: `wamid.${round}.${ord}`,
      flags: [],
      direction: 'INCOMING',
      // Every second one quotes what the customer wrote the time before.
      context_provider_id: ord % 2 === 0 ? `wamid.${round - 1}.${ord}` : null,
      at: new Date(Date.UTC(2026, 0, 1, 0, round)).toISOString(),
      medium: 'WEBHOOK',
      created_by: 'webhook',
      status: 2,
      send_state: null,
      extras: null,
      counts: true,
      quiet: false,
    })),
  );
}

describe('the first texts of an installation, with plans made for empty tables', () => {
  test('are found by key, not among all rows of the account', async () => {
    for (const round of [0, 1, 2]) {
      const found = [
        'contacts.find_by_identities',
        [each(clientId), each('phone'), customers.map(({ phone }) => phone)],
      ] as const;
      const made = customers.map(({ id, phone }) => ({
        client_id: clientId,
        kind: 'phone',
        key: phone,
        value: phone,
        new_id: id,
        other_kind: 'user',
        other_key: `GB.${phone}`,
        other_value: `GB.${phone}`,
        name: '',
        username: null,
        sandbox: false,
      }));
      const threads = customers.map(({ id, phone }) => ({
        client_id: clientId,
        new_id: newId(),
        channel_id: channelId,
        contact_id: id,
        to_phone: phone,
      }));
      const names = customers.map(({ id }) => ({ client_id: clientId, id, name: 'Name' }));
      const steps: ReadonlyArray<readonly [string, readonly unknown[]]> = [
        found,
        ['contacts.insert_with_identities', [JSON.stringify(made)]],
        ['messaging.ensure_threads', [JSON.stringify(threads)]],
        ['messaging.lock_threads_by_contact', [each(clientId), each(channelId), customers.map(({ id }) => id)]],
        ['messaging.insert_incoming', [texts(round)]],
        ['contacts.fill_names', [JSON.stringify(names)]],
      ];
      for (const [name, values] of steps) expect(await run(name, values), `${name} in round ${round}`).toEqual([]);
    }
  });
  test('leave every message and what its conversation says about it', async () => {
    const [counts] = await queryAsOwner(
      database.owner,
      `select (select count(*)::int from messages) as messages, (select count(*)::int from contacts) as contacts,
         (select count(*)::int from threads where unread_count = 3 and state = 'ACTIVE') as threads,
         (select count(*)::int from threads t join messages m on m.client_id = t.client_id and m.id = t.last_message_id
            and m.sort_at = t.last_sort_at and m.provider_message_id like 'wamid.2.%') as last,
         (select count(*)::int from messages where context_message_id is not null) as quoting`,
    );
    expect(counts).toEqual({ messages: 3_000, contacts: 1_000, threads: 1_000, last: 1_000, quoting: 1_000 });
  });
});
