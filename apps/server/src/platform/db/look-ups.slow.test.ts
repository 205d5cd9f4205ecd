// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { declaredStatements } from './sql.ts';

/*
 * Statements that find rows of an account without naming the account, and why each may. What one looks for is either one
 * value in the installation that no caller can choose, or meant for several accounts at once. An id is neither: callers
 * may choose ids, also one that another account has.
 */
const meantForSeveral: Record<string, string> = {
  'accounts.find_client_of_request': 'the id is of an account, the other two say whose call made it',
  'channels.list_routes_by_secret': 'numbers of one app may be in several accounts; the signature is checked with each',
  'identity.list_accounts': 'the accounts of a user',
  'identity.list_provider_demands': 'the accounts of a user',
  'jobs.claim_job': 'what is due, of all accounts in turn',
  'jobs.shorten_leases': 'ids of processes of this installation',
  'messaging.shorten_leases': 'ids of processes of this installation',
  'team.erase_former_member': 'a user, with all that is known of them',
  'team.list_join_offers': 'a user who asks to join accounts',
  'team.list_joined_by_request': 'the accounts of a user',
  'team.list_memberships': 'the accounts of a user',
  'team.list_waiting_invitations': 'invitations to the confirmed address of a user',
  'team.lock_accounts': 'the accounts of a user',
  'team.set_email': 'a user is shown in all their accounts alike',
  'team.set_photo': 'a user is shown in all their accounts alike',
  'webhooks.shorten_leases': 'ids of processes of this installation',
};
const unique: Record<string, string> = {
  'accounts.find_logo': 'an id made by the server',
  'assistants.find_access': 'the hash of a token that the server derived from its key',
  'assistants.lock_grant': 'an id that the server made, in a token that it signed',
  'assistants.lock_grant_of_code': 'the hash of a token that the server derived from its key',
  'assistants.lock_grant_of_token': 'the hash of a token that the server derived from its key',
  'auth.find_api_key': 'the hash of a text that is derived from the key of the installation',
  'broadcasts.count_bot_tap': 'a random code made by the server',
  'broadcasts.count_tap': 'a random code made by the server',
  'channels.find_route_by_channel': 'the id of a channel, which no second account gets (id_conflict)',
  'scim.find_used_token': 'the hash of a random token',
  'team.find_invitation_by_link': 'the hash of a random token',
  'webhooks.find_incoming_by_address': 'a random address made by the database',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The columns of the tables of accounts and of the views on them, and which of them alone is unique. */
async function columnsOfAccounts(): Promise<Map<string, Map<string, boolean>>> {
  const { rows } = await database.owner.query<{ relname: string; attname: string; alone: boolean }>(
    `select c.relname, a.attname, exists (select from pg_index i
       join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[0]
       where i.indisunique and i.indnkeyatts = 1 and k.attname = a.attname and (i.indrelid = c.oid
         or i.indrelid in (select u.table_name::regclass from information_schema.view_table_usage u
           where u.view_schema = 'public' and u.view_name = c.relname))) as alone
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where (c.relkind in ('r', 'p') and c.relrowsecurity or c.relkind = 'v' and c.relnamespace = 'public'::regnamespace)
       and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'client_id')`,
  );
  const tables = new Map<string, Map<string, boolean>>();
  for (const { relname, attname, alone } of rows) {
    tables.set(relname, (tables.get(relname) ?? new Map()).set(attname, alone));
  }
  return tables;
}

const comparison = /(?:(\w+)\.)?(\w+)\s*=\s*(?:any\s*\(\s*)?\$\d+/g;
const source =
  /\b(?:from|join|update)\s+(\w+)(?:\s+(?:as\s+)?(?!set\b|where\b|join\b|on\b|left\b|using\b|returning\b|cross\b|order\b)(\w+))?/g;

/** The columns that a statement compares with its parameters, unless the account is one of them. */
function lookUps(text: string, tables: Map<string, Map<string, boolean>>): string[] {
  const body = text.replaceAll(/\bset\b[\s\S]*?(?=\bwhere\b|\bfrom\b|$)/g, ' ');
  const names = new Map<string, string>();
  for (const [, table = '', alias] of text.matchAll(source)) {
    if (tables.has(table)) names.set(alias ?? table, table).set(table, table);
  }
  const compared = [...body.matchAll(comparison)];
  if (compared.some(([, , column]) => column === 'client_id')) return [];
  return compared.flatMap(([, alias, column = '']) => {
    const owners = alias === undefined ? [...new Set(names.values())] : [names.get(alias) ?? ''];
    return owners.filter((table) => tables.get(table)?.has(column)).map((table) => `${table}.${column}`);
  });
}

test('rows are found without their account only by what is unique and what no caller chooses', async () => {
  const app = await buildApp(database.platform, { soleProcess: true, checkResponses: false, web: false });
  await app.close();
  const tables = await columnsOfAccounts();
  const found = [...declaredStatements()].flatMap(([name, text]) => {
    const columns = lookUps(text, tables);
    return columns.length === 0 ? [] : [{ name, columns }];
  });
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys({ ...meantForSeveral, ...unique }).sort());
  const isUnique = (name: string) => {
    const [table = '', column = ''] = name.split('.');
    return tables.get(table)?.get(column) === true;
  };
  const ambiguous = found.filter(({ name, columns }) => name in unique && !columns.every(isUnique));
  expect(ambiguous).toEqual([]);
});
