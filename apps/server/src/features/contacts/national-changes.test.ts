// @module-tag data
import { readFile } from 'node:fs/promises';
import { nationalChanges } from '@parley/contract/national-changes';
import { phoneForms, phoneMatchKey } from '@parley/contract/phone-forms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';

/* Rows whose keys were made before a change of a country's numbers was in the table. */

const migration = new URL('../../../migrations/202611290200_contacts_national_changes.sql', import.meta.url);

let server: TestServer;
let team: Team;
let migrate: string;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  migrate = await readFile(migration, 'utf8');
});
afterAll(() => server.close());

const sql = <R extends object>(text: string, values: unknown[] = []) =>
  queryAsOwner<R & Record<string, unknown>>(server.owner, text, values);

/** A contact with identities under the given keys. */
async function contactWith(...keys: string[]): Promise<string> {
  const id = newId();
  await sql('insert into contacts (client_id, id, name, phone_number) values ($1, $2, $3, $4)', [
    ...[team.clientId, id, `Contact ${keys[0]}`, keys[0]],
  ]);
  for (const key of keys) {
    await sql('insert into contact_identities (client_id, kind, key, contact_id, value) values ($1, $2, $3, $4, $3)', [
      ...[team.clientId, 'phone', key, id],
    ]);
  }
  return id;
}
const keysOf = async (id: string) =>
  (await sql<{ key: string }>('select key from contact_identities where contact_id = $1 order by key', [id])).map(
    ({ key }) => key,
  );
const duplicates = () => sql<{ a_id: string; b_id: string }>('select a_id, b_id from contact_duplicates');

/** Old forms of a number. */
const oldForms = (current: string) => phoneForms(current).filter((form) => form !== current);

describe('the migration of match keys', () => {
  test('knows the changes of the table, in the syntax of PostgreSQL', () => {
    for (const { code, newCode = code, area = '', from, to, rest } of nationalChanges) {
      expect(migrate).toContain(`('${code}', '^${code}(${area})${from}(${rest})$', '${newCode}\\1${to}\\2')`);
    }
  });

  test('gives old numbers the key that they have today, and leaves others as they are', async () => {
    const numbers = ['2250707123456', '2290197123456', '24166123456', '84834567890', '237695123456', '593991234567'];
    const old = numbers.flatMap((number) => oldForms(number).slice(0, 1));
    const others = ['447700900118', '390612345678', '37744123456', '541123456789', '551131234567'];
    const ids = await Promise.all([...old, ...others].map((key) => contactWith(key)));
    await sql(migrate);
    const expected = [...old.map(phoneMatchKey), ...others];
    expect(await Promise.all(ids.map(keysOf))).toEqual(expected.map((key) => [key]));
  });

  test('joins the two forms of one contact, and merges no two contacts: they are suggested', async () => {
    const both = await contactWith('2250505123456', '22505123456');
    const [a, b] = [await contactWith('2250101123456'), await contactWith('22501123456')];
    await sql(migrate);
    expect(await keysOf(both)).toEqual(['2250505123456']);
    expect(await keysOf(a)).toEqual(['2250101123456']);
    expect(await duplicates()).toEqual([{ a_id: [a, b].sort()[0], b_id: [a, b].sort()[1] }]);
  });
});
