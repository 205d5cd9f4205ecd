import type { Contact } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { bearer, type Person } from '../../testing/people.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { until } from '../../testing/world.ts';

let server: TestServer;
let team: Team;
let listId: string;
/** One contact whose conversation is assigned to the limited person, one whose is to nobody. */
let mine: string;
let other: string;
const numbers = { mine: '447700123401', other: '447700123402' };

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  listId = (await team.call<{ id: string }>(team.owner, 'POST', '/contact-lists', { name: 'All' })).body.id;
  mine = await addContact('Mine', numbers.mine);
  other = await addContact('Other', numbers.other);
}, 60_000);
afterAll(() => server.close());

async function addContact(name: string, digits: string): Promise<string> {
  const { body } = await team.call<{ id: string }>(team.owner, 'POST', '/contacts', {
    ...{ phone_number: `+${digits}`, name, contact_list_ids: [listId] },
    custom_fields: { City: name },
  });
  await team.call(team.owner, 'POST', `/contacts/${body.id}/notes`, { body: `A note on ${name}` });
  return body.id;
}

async function limited(restrictions: object): Promise<Member> {
  const person = await team.add('User');
  expect((await team.call(team.owner, 'PUT', `/team/${person.uid}`, { restrictions })).status).toBe(200);
  return person;
}

async function giveThread(contactId: string, uid: string): Promise<void> {
  await server.owner.query(
    `insert into threads (client_id, id, channel_id, contact_id, assignee_id)
     select $1, $2, (select id from channels where client_id = $1 limit 1), $3, $4`,
    [team.clientId, newId(), contactId, uid],
  );
}

/** The text of any answer, files too. */
async function textOf(person: Person, path: string): Promise<{ status: number; text: string }> {
  const headers = await bearer(team.auth, person, { clientId: team.clientId, role: 'User' });
  const response = await server.app.http.inject({ method: 'GET', url: `/api${path}`, headers });
  return { status: response.statusCode, text: response.body };
}

const filterByCity = encodeURIComponent(JSON.stringify({ all: [{ field: 'name', op: 'is', value: 'Other' }] }));

describe('somebody who sees only what is assigned to them', () => {
  let person: Member;
  beforeAll(async () => {
    person = await limited({ only_assigned: true });
    await giveThread(mine, person.uid);
  });

  const lists: [string, () => string][] = [
    ['the table', () => '/contacts?limit=200'],
    ['the table of a list', () => `/contacts?contact_list_id=${listId}`],
    ['a search', () => '/contacts?search=Other'],
    ['a filter', () => `/contacts?filter=${filterByCity}`],
    ['a look-up by number', () => `/contacts/multi?phone_number=${numbers.other}&phone_number=${numbers.mine}`],
    ['the samples of a list', () => `/contact-lists/${listId}/sample-contacts`],
    ['the export', () => '/contacts/export'],
    ['the export of a list', () => `/contacts/export?contact_list_id=${listId}`],
    ['the trash', () => '/contacts/trash'],
  ];
  it.each(lists)('does not find others by %s', async (_road, path) => {
    const { status, text } = await textOf(person, path());
    expect(status).toBe(200);
    expect(text).not.toContain(other);
    expect(text).not.toContain(numbers.other);
    expect(text).not.toContain('"name":"Other"');
  });

  it('finds their own on the same roads', async () => {
    for (const path of ['/contacts?limit=200', `/contacts/multi?phone_number=${numbers.mine}`, '/contacts/export']) {
      expect((await textOf(person, path)).text).toContain(numbers.mine);
    }
    expect((await team.call<{ count: number }>(person, 'GET', '/contacts/count')).body.count).toBe(1);
  });

  const acts: [string, string, (id: string) => string, object | undefined][] = [
    ['reading', 'GET', (id) => `/contacts/${id}`, undefined],
    ['changing', 'PUT', (id) => `/contacts/${id}`, { name: 'Taken' }],
    ['resetting lists', 'POST', (id) => `/contacts/${id}/reset-contact-lists`, { contact_list_ids: [] }],
    ['reading notes', 'GET', (id) => `/contacts/${id}/notes`, undefined],
    ['writing a note', 'POST', (id) => `/contacts/${id}/notes`, { body: 'Hello' }],
    ['reading activity', 'GET', (id) => `/contacts/${id}/activity`, undefined],
    ['reading suppressions', 'GET', (id) => `/contacts/${id}/suppressions`, undefined],
    ['deleting', 'DELETE', (id) => `/contacts/${id}`, undefined],
  ];
  it.each(acts)('gets 404 for %s of another, and changes nothing', async (_what, method, path, payload) => {
    const before = (await team.call<Contact>(team.owner, 'GET', `/contacts/${other}`)).body;
    expect((await team.call(person, method, path(other), payload)).status).toBe(404);
    expect((await team.call<Contact>(team.owner, 'GET', `/contacts/${other}`)).body).toEqual(before);
  });

  it('does not set a field of another, take it out of a list or delete it among several', async () => {
    const field = { id: other, operation: 'SET', name: 'City', value: 'Taken' };
    expect((await team.call(person, 'POST', `/contacts/${other}/modify-custom-field`, field)).status).toBe(404);
    const many = { ids: [other], contact_list_id: listId };
    await team.call(person, 'DELETE', '/contacts/multi', many);
    await team.call(person, 'DELETE', '/contacts/multi', { ids: [other] });
    const after = (await team.call<Contact>(team.owner, 'GET', `/contacts/${other}`)).body;
    expect([after.custom_fields['City'], after.contact_list_ids]).toEqual(['Other', [listId]]);
  });

  it('does many things at once only with what they see', async () => {
    const act = { kind: 'set_field', name: 'City', value: 'Bulk' };
    const started = await team.call<{ id: string }>(person, 'POST', '/contacts/bulk', { selection: {}, act });
    expect(started.status).toBe(202);
    await until(async () => {
      const { body } = await team.call<{ state: string }>(person, 'GET', `/contacts/bulk/${started.body.id}`);
      return !['queued', 'running', 'waiting'].includes(body.state);
    });
    const cityOf = async (id: string) =>
      (await team.call<Contact>(team.owner, 'GET', `/contacts/${id}`)).body.custom_fields['City'];
    expect([await cityOf(mine), await cityOf(other)]).toEqual(['Bulk', 'Other']);
  });
});

describe('somebody for whom numbers are hidden', () => {
  it('finds no number on any road of contacts', async () => {
    const person = await limited({ mask_phone_numbers: true });
    const roads = [
      '/contacts?limit=200',
      `/contacts?contact_list_id=${listId}`,
      `/contacts/${other}`,
      `/contacts/${other}/activity`,
      `/contact-lists/${listId}/sample-contacts`,
      '/contacts/export',
      '/contacts/trash',
      '/bootstrap',
      '/sync/poll',
    ];
    for (const road of roads) {
      const { status, text } = await textOf(person, road);
      expect(status, road).toBe(200);
      expect(text, road).not.toContain(numbers.other);
      expect(text, road).not.toContain(numbers.mine);
    }
  });

  it('does not learn one by asking whether it is there', async () => {
    const person = await limited({ mask_phone_numbers: true });
    expect(JSON.parse((await textOf(person, `/contacts?search=${numbers.other}`)).text).data).toEqual([]);
    const byNumber = encodeURIComponent(
      JSON.stringify({ all: [{ field: 'phone_number', op: 'begins_with', value: '44770' }] }),
    );
    for (const road of [
      '/contacts?sort=phone_number',
      `/contacts?filter=${byNumber}`,
      `/contacts/export?filter=${byNumber}`,
    ]) {
      expect((await textOf(person, road)).status, road).toBe(422);
    }
  });
});

describe('somebody who exports nothing', () => {
  it('gets no table of contacts or of the team, whatever is asked of it', async () => {
    const person = await limited({ no_export: true });
    for (const road of ['/contacts/export', `/contacts/export?contact_list_id=${listId}`, '/team/export']) {
      expect((await textOf(person, road)).status, road).toBe(403);
    }
    expect((await textOf(person, '/contacts')).status).toBe(200);
  });
});

describe('somebody who deletes nothing', () => {
  it('deletes on no road, and still takes contacts out of lists', async () => {
    const person = await limited({ no_deletion: true });
    const id = await addContact('Stays', '447700123403');
    const tries: [string, string, object | undefined][] = [
      ['DELETE', `/contacts/${id}`, undefined],
      ['DELETE', '/contacts/multi', { ids: [id] }],
      ['DELETE', '/contacts', { account_name: 'Kestrel shop' }],
      ['POST', '/contacts/bulk', { selection: { ids: [id] }, act: { kind: 'delete' } }],
      ['DELETE', `/contact-lists/${listId}?del_contacts=true`, undefined],
      ['POST', '/contacts/restore', { ids: [id] }],
    ];
    for (const [method, path, payload] of tries) {
      expect((await team.call(person, method, path, payload)).status, `${method} ${path}`).toBe(403);
    }
    expect((await team.call(team.owner, 'GET', `/contacts/${id}`)).status).toBe(200);
    expect((await team.call(person, 'DELETE', `/contacts/${id}?contact_list_id=${listId}`)).status).toBe(204);
    expect((await team.call<Contact>(team.owner, 'GET', `/contacts/${id}`)).body.contact_list_ids).toEqual([]);
  });
});
