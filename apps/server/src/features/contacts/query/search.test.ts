import type { Contact } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';

let server: TestServer;
let team: Team;
const contactIds: Record<string, string> = {
  Inês: '447700900634',
  'Élodie Brûlé': '33612345678',
  'Jürgen Weiß': '4915112345678',
  'Łukasz Żółw': '48512345678',
  ΟΔΥΣΣΕΥΣ: '306912345678',
  李雷: '8613812345678',
  がくと: '819012345678',
  عَلِيّ: '971501234567',
  'أحمد فؤاد': '201001234567',
};

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  for (const [name, phone_number] of Object.entries(contactIds)) {
    const made = await team.call(team.owner, 'POST', '/contacts', { name, phone_number: `+${phone_number}` });
    expect(made.status).toBe(201);
  }
});
afterAll(() => server.close());

async function names(query: string): Promise<string[]> {
  const { body } = await team.call<{ data: Contact[] }>(team.owner, 'GET', `/contacts?${query}`);
  return body.data.map(({ name }) => name);
}
const search = (text: string) => names(`search=${encodeURIComponent(text)}`);

describe('a search for contacts', () => {
  test.each([
    ['ines', 'Inês'],
    ['INÊS', 'Inês'],
    ['in', 'Inês'],
    ['elodie', 'Élodie Brûlé'],
    ['el', 'Élodie Brûlé'],
    ['brule', 'Élodie Brûlé'],
    ['jurgen', 'Jürgen Weiß'],
    ['weiss', 'Jürgen Weiß'],
    ['WEISS', 'Jürgen Weiß'],
    ['lukasz zolw', 'Łukasz Żółw'],
    ['οδυσσευς', 'ΟΔΥΣΣΕΥΣ'],
    ['李', '李雷'],
    ['がく', 'がくと'],
    ['ガク', 'がくと'],
    ['علی', 'عَلِيّ'],
    ['احمد', 'أحمد فؤاد'],
    ['اح', 'أحمد فؤاد'],
    ['فواد', 'أحمد فؤاد'],
  ])('%s finds %s', async (typed, name) => {
    expect(await search(typed)).toEqual([name]);
  });

  test.each([
    '07700 900634',
    '07700 9006',
    '(07700) 900634',
    '+44 7700 900634',
    '0044 7700 900634',
    '447700900634',
    '900634',
    '٩٠٠٦٣٤',
    '०७७०० ९००६३४',
  ])('%s finds the number in an account of GB', async (typed) => {
    expect(await search(typed)).toEqual(['Inês']);
  });

  // WhatsApp delivers from accounts of old numbers in their old form: Mexico's 1, Brazil's eight digits, no Argentine 9.
  test.each([
    ['+52 55 12', 'Mexico', '5215512345678'],
    ['0052 (55) 1234', 'Mexico', '5215512345678'],
    ['+52 1 55 12', 'Monterrey', '525512340000'],
    ['+55 11 98', 'Brazil', '551187654321'],
    ['+54 9 11 23', 'Argentina', '541123456789'],
  ])(
    '%s finds the beginning of a number that is stored in another form, searched and filtered: %s',
    async (typed, name, phone) => {
      await server.owner.query(
        `insert into contacts (client_id, id, name, phone_number) values ($1, gen_random_uuid(), $2, $3)
       on conflict do nothing`,
        [team.clientId, name, phone],
      );
      expect(await search(typed)).toContain(name);
      const filter = { field: 'phone_number', op: 'begins_with', value: typed };
      expect(await names(`filter=${encodeURIComponent(JSON.stringify(filter))}`)).toContain(name);
      await server.owner.query('delete from contacts where client_id = $1 and name = $2', [team.clientId, name]);
    },
  );

  test('the beginning of a code of a country finds no other numbers', async () => {
    expect(await search('+49 151')).toEqual(['Jürgen Weiß']);
  });

  test('a national number of another country does not match one of this country', async () => {
    expect(await search('0151 1234')).toEqual([]);
    expect(await search('151 1234')).toEqual(['Jürgen Weiß']);
  });

  test('names are sorted and filtered in the same form', async () => {
    expect((await names('sort=name')).slice(0, 4)).toEqual(['Élodie Brûlé', 'Inês', 'Jürgen Weiß', 'Łukasz Żółw']);
    const filter = { field: 'name', op: 'begins_with', value: 'Inè' };
    expect(await names(`filter=${encodeURIComponent(JSON.stringify(filter))}`)).toEqual(['Inês']);
  });
});
