import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { type TestServer, testServer } from './server.ts';
import { createTeam, type Team } from './team.ts';

/** What is named once in an account, and how one is made. */
const namedOnce: Record<string, { path: string; more?: object }> = {
  label: { path: '/labels', more: { color: 'red' } },
  stage: { path: '/stages', more: { color: 'red' } },
  'custom field': { path: '/custom-fields', more: { type: 'number' } },
  segment: { path: '/segments', more: { filter: { all: [] } } },
  group: { path: '/user-groups' },
  'saved report': { path: '/saved-reports', more: { query: { period: '7d' } } },
};
/** Unicode: UAX #15 (normalization), UTS #39 (what looks the same by characters that are not seen). */
const lookAlikes: Record<string, string> = {
  'capital letters': 'CAFÉ GOLD',
  'a zero-width space': 'Caf\u200bé Gold',
  'an override of direction': '\u202eCafé Gold',
  'a no-break space': 'Café\u00a0Gold',
  'a line break': 'Café\nGold',
  'blanks around and inside': '  Café  Gold ',
  'full-width letters': 'Ｃａｆé Ｇｏｌｄ',
  'an accent of its own': 'Cafe\u0301 Gold',
};

let server: TestServer;
let team: Team;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
});
afterAll(() => server.close());

const post = (path: string, body: object) =>
  team.call<{ id: string; error?: { code: string } }>(team.owner, 'POST', path, body);

describe.each(Object.entries(namedOnce))('a %s', (_what, { path, more }) => {
  beforeAll(async () => {
    expect((await post(path, { name: 'Café Gold', ...more })).status).toBe(201);
  });
  it.each(Object.entries(lookAlikes))('of the same name with %s is refused', async (_how, name) => {
    const other = path === '/custom-fields' ? { type: 'text' } : more;
    const answer = await post(path, { name, ...other });
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'name_taken']);
  });
  it('of another name is taken', async () => {
    expect((await post(path, { name: 'Cafe Gold', ...more })).status).toBe(201);
  });
});

it('an import, a filter and a changed field find a custom field by a look-alike name', async () => {
  await post('/custom-fields', { name: 'Shoe size' });
  const made = await post('/contacts', {
    phone_number: '+447700900881',
    custom_fields: { 'ＳＨＯＥ\u00a0size': '43' },
  });
  const path = `/contacts/${made.body.id}`;
  const { body } = await team.call<{ custom_fields: Record<string, string> }>(team.owner, 'GET', path);
  expect(body.custom_fields).toEqual({ 'Shoe size': '43' });
  const filter = JSON.stringify({ field: 'custom:shoe\u200b size', op: 'is', value: '43' });
  const found = await team.call<{ data: { id: string }[] }>(
    team.owner,
    'GET',
    `/contacts?filter=${encodeURIComponent(filter)}`,
  );
  expect(found.body.data?.map(({ id }) => id)).toEqual([made.body.id]);
});

describe('the name of a contact', () => {
  it('is not erased by a character that nobody sees', async () => {
    const made = await post('/contacts', { phone_number: '+447700900882', name: 'Ann' });
    const path = `/contacts/${made.body.id}`;
    for (const name of ['\u200b', '\u3164 ', ' \u00a0', '\u202e']) {
      const answer = await team.call<{ error: { data: unknown } }>(team.owner, 'PUT', path, { name });
      expect(answer.status).toBe(422);
      expect(answer.body.error.data).toEqual([{ field: 'name', msg: 'Use at least one character that can be seen.' }]);
    }
    expect((await team.call<{ name: string }>(team.owner, 'GET', path)).body.name).toBe('Ann');
    expect((await team.call(team.owner, 'PUT', path, { name: '' })).status).toBe(200);
    expect((await team.call<{ name: string }>(team.owner, 'GET', path)).body.name).toBe('');
  });
  it('is saved in one line and counted in characters', async () => {
    const name = '🦊'.repeat(200);
    const made = await post('/contacts', { id: newId(), phone_number: '+447700900883', name: ` ${name}\u200b\n` });
    expect(made.status).toBe(201);
    const { body } = await team.call<{ name: string }>(team.owner, 'GET', `/contacts/${made.body.id}`);
    expect(body.name).toBe(name);
    expect((await post('/contacts', { phone_number: '+447700900884', name: `${name}x` })).status).toBe(422);
  });
});
