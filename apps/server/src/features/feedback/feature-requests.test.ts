import type { FeatureRequest } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { searchWords } from './feature-requests.ts';

type Page = { data: FeatureRequest[]; next_cursor: string | null };

let server: TestServer;
let team: Team;
let dana: Member;
let omar: Member;
let admin: Member;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  [dana, omar, admin] = [await team.add('User'), await team.add('User'), await team.add('Admin')];
});
afterAll(() => server.close());

const ask = (member: Member, title: string, more: object = {}) =>
  team.call<FeatureRequest>(member, 'POST', '/feature-requests', { title, problem: `Without it: ${title}`, ...more });
const list = async (query = '', member = dana) =>
  (await team.call<Page>(member, 'GET', `/feature-requests${query}`)).body;
const vote = (member: Member, id: string, voted: boolean) =>
  team.call<FeatureRequest>(member, 'PUT', `/feature-requests/${id}/vote`, { voted });
const change = (id: string, body: object) => team.call<FeatureRequest>(admin, 'PUT', `/feature-requests/${id}`, body);

describe('a feature request', () => {
  it('begins with the vote of its author, is stored once, and counts each member once', async () => {
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(dana, 'Snooze a conversation', { id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect((await ask(omar, 'Snooze a conversation', { id })).code).toBe('id_conflict');
    await Promise.all(Array.from({ length: 8 }, () => vote(omar, id, true)));
    const [row] = (await list('', omar)).data;
    expect(row).toMatchObject({ title: 'Snooze a conversation', votes: 2, voted: true, state: 'open' });
    expect((await vote(omar, id, false)).body).toMatchObject({ votes: 1, voted: false });
  });

  it('is found by its words, the best match first', async () => {
    const calendar = (await ask(dana, 'Calendar of broadcasts')).body.id;
    const exported = (await ask(dana, 'Export broadcasts as a spreadsheet')).body.id;
    const found = await list(`?search=${encodeURIComponent('export the broadcasts')}`);
    expect(found.data.map(({ id }) => id)).toEqual([exported, calendar]);
    expect((await list('?search=zebra')).data).toEqual([]);
    expect((await list('?search=%25')).data.length).toBeGreaterThan(0);
  });

  it('is listed by votes, page by page, each once', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength((await list()).data.length);
  });

  it('gives its votes to the one it is a duplicate of, counted once for each member', async () => {
    const original = (await ask(dana, 'Darker theme')).body.id;
    const twin = (await ask(omar, 'Night mode')).body.id;
    await vote(dana, twin, true);
    expect((await change(twin, { state: 'duplicate' })).status).toBe(422);
    expect((await change(twin, { state: 'duplicate', duplicate_of: twin })).status).toBe(422);
    expect((await change(twin, { state: 'duplicate', duplicate_of: newId() })).status).toBe(404);
    const marked = await change(twin, { state: 'duplicate', duplicate_of: original });
    expect(marked.body).toMatchObject({ votes: 0, duplicate_of: { id: original, title: 'Darker theme' } });
    const rows = (await list()).data;
    expect(rows.find(({ id }) => id === original)?.votes).toBe(2);
    expect(rows.some(({ id }) => id === twin)).toBe(false);
    expect((await list('?state=duplicate')).data.map(({ id }) => id)).toEqual([twin]);
    expect((await change(original, { state: 'duplicate', duplicate_of: twin })).status).toBe(422);
  });

  it('is planned and shipped by Admins only, and takes no votes afterwards', async () => {
    const { id } = (await ask(dana, 'Keyboard on phones')).body;
    expect((await team.call(dana, 'PUT', `/feature-requests/${id}`, { state: 'planned' })).status).toBe(403);
    expect((await change(id, { state: 'shipped', state_note: 'In 0.2' })).body).toMatchObject({
      state: 'shipped',
      state_note: 'In 0.2',
    });
    expect((await vote(omar, id, true)).status).toBe(422);
  });
});

describe('words of a search', () => {
  it.each([
    ['Export the CSV', ['export', 'the', 'csv']],
    ['a of to', ['a', 'of', 'to']],
    ['日 本', ['日', '本']],
    ['export, EXPORT', ['export']],
    ['  %_ ', []],
  ])('%s', (text, words) => expect(searchWords(text)).toEqual(words));
});
