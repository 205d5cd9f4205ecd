// @module-tag data
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../../testing/team.ts';
import { until } from '../../../testing/world.ts';

/* A User of an account that keeps "delete all contacts" for its Admins, and the ways in which "all" can be written. */
let server: TestServer;
let team: Team;
let user: Member;
let list: string;
let ids: string[];

const call = (who: Member, method: string, path: string, body?: object) => team.call(who, method, path, body);
const left = async () =>
  (
    await queryAsOwner(server.owner, 'select from contacts where client_id = $1 and deleted_at is null', [
      team.clientId,
    ])
  ).length;
const isIdle = async () =>
  (
    await queryAsOwner(
      server.owner,
      `select from contact_bulk_operations where client_id = $1 and state in ('waiting', 'running')`,
      [team.clientId],
    )
  ).length === 0;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  team = await createTeam(server);
  user = await team.add('User');
  list = String((await call(team.owner, 'POST', '/contact-lists', { name: 'Everyone' })).body['id']);
  ids = [];
  for (let n = 0; n < 11; n += 1) {
    const contact = { phone_number: `+4477002001${n + 10}`, name: `Person ${n}`, contact_list_ids: [list] };
    ids.push(String((await call(team.owner, 'POST', '/contacts', contact)).body['id']));
  }
});

const named = { field: 'name', op: 'contains', value: 'Person' };
const everyone: [string, () => object][] = [
  ['nothing', () => ({})],
  ['no exception', () => ({ except: [] })],
  ['one exception', () => ({ except: [ids[0]] })],
  ['an empty filter', () => ({ filter: { all: [] } })],
  ['a filter that all match', () => ({ filter: { all: [named] } })],
  ['an empty search', () => ({ search: '' })],
  ['a search that all match', () => ({ search: 'person' })],
  ['a list that all are in', () => ({ contact_list_id: list })],
  ['every id', () => ({ ids })],
];

describe('a member who may not delete all contacts at once', () => {
  test.each(everyone)('cannot by %s', async (_name, selection) => {
    const refused = await call(user, 'POST', '/contacts/bulk', { selection: selection(), act: { kind: 'delete' } });
    expect([refused.status, refused.code]).toEqual([403, 'forbidden']);
    expect(JSON.stringify(refused)).toContain('Only an Admin or Owner may delete all contacts at once.');
    expect(await left()).toBe(11);
  });

  test('cannot by their ids in one call, nor with a list that all are in', async () => {
    expect((await call(user, 'DELETE', '/contacts/multi', { ids })).status).toBe(403);
    expect((await call(user, 'DELETE', `/contact-lists/${list}?del_contacts=true`)).status).toBe(403);
    expect((await call(user, 'DELETE', `/contact-lists/${list}?del_contacts=only_here`)).status).toBe(403);
    expect((await call(user, 'DELETE', '/contacts', {})).status).toBe(403);
    expect(await left()).toBe(11);
  });

  test('deletes some by each of them, and keeps all when only the list goes', async () => {
    const few = { kind: 'delete' };
    expect((await call(user, 'DELETE', '/contacts/multi', { ids: ids.slice(0, 2) })).status).toBe(200);
    const two = { selection: { ids: ids.slice(2, 4) }, act: few };
    expect((await call(user, 'POST', '/contacts/bulk', two)).status).toBe(202);
    expect((await call(user, 'POST', '/contacts/bulk', { selection: { search: 'person 10' }, act: few })).status).toBe(
      202,
    );
    await until(isIdle);
    expect(await left()).toBe(6);
    expect((await call(user, 'DELETE', `/contact-lists/${list}`)).status).toBe(204);
    await until(isIdle);
    expect(await left()).toBe(6);
  });

  test('deletes no more than matched when asked, also when an earlier operation makes all match', async () => {
    const lists = { kind: 'add_lists', contact_list_ids: [] as string[] };
    const trap = String((await call(user, 'POST', '/contact-lists', { name: 'Trap' })).body['id']);
    lists.contact_list_ids = [trap];
    await server.owner.query('begin');
    await server.owner.query('select from contacts where client_id = $1 for update', [team.clientId]);
    expect((await call(user, 'POST', '/contacts/bulk', { selection: {}, act: lists })).status).toBe(202);
    const later = await call(user, 'POST', '/contacts/bulk', {
      selection: { contact_list_id: trap },
      act: { kind: 'delete' },
    });
    expect(later.status).toBe(202);
    await server.owner.query('commit');
    await until(isIdle);
    expect(await left()).toBe(11);
  });
});

test.each(everyone)('an Admin may by %s', async (_name, selection) => {
  const admin = await team.add('Admin');
  const asked = await call(admin, 'POST', '/contacts/bulk', { selection: selection(), act: { kind: 'delete' } });
  expect(asked.status).toBe(202);
  await until(isIdle);
  expect(await left()).toBeLessThanOrEqual(1);
});
