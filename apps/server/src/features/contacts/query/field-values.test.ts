import type { Contact, FilterCondition } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';

let server: TestServer;
let team: Team;
const cities = ['São Paulo', 'KÖLN', 'الإسكندرية', 'ｶﾞｸﾄ町', '７００', 'Γλυφάδα'];

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  for (const [n, City] of cities.entries()) {
    const contact = { name: `Person ${n}`, phone_number: `+44770090011${n}`, custom_fields: { City } };
    expect((await team.call(team.owner, 'POST', '/contacts', contact)).status).toBe(201);
  }
});
afterAll(() => server.close());

async function found(condition: Omit<FilterCondition, 'field'>): Promise<Array<string | undefined>> {
  const filter = encodeURIComponent(JSON.stringify({ field: 'custom:City', ...condition }));
  const { body } = await team.call<{ data: Contact[] }>(team.owner, 'GET', `/contacts?filter=${filter}`);
  return body.data.map(({ custom_fields }) => custom_fields['City']);
}

// As names are compared: docs/decisions/0032-folding-of-texts.md.
describe('values of custom fields are found as people type them', () => {
  test.each([
    ['is', 'sao paulo', 'São Paulo'],
    ['contains', 'paul', 'São Paulo'],
    ['begins_with', 'são', 'São Paulo'],
    ['begins_with', 'sao', 'São Paulo'],
    ['is', 'koln', 'KÖLN'],
    ['is', 'Köln', 'KÖLN'],
    ['contains', 'ol', 'KÖLN'],
    ['is', 'الاسكندريه', 'الإسكندرية'],
    ['begins_with', 'がくと', 'ｶﾞｸﾄ町'],
    ['is', '٧٠٠', '７００'],
    ['contains', 'γλυφαδα', 'Γλυφάδα'],
  ] as const)('%s %s: %s', async (op, value, city) => {
    expect(await found({ op, value })).toEqual([city]);
  });

  test('what is not it is the others', async () => {
    expect(await found({ op: 'is_not', value: 'sao paulo' })).toHaveLength(cities.length - 1);
    expect(await found({ op: 'not_contains', value: 'koln' })).toHaveLength(cities.length - 1);
  });
});
