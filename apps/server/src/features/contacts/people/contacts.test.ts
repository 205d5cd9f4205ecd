import type { Contact } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { flowOf, say } from '../../../testing/automations.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import type { TestUser } from '../../../testing/users.ts';
import { until } from '../../../testing/world.ts';

let server: TestServer;
let team: Team;
let other: Team;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  other = await createTeam(server);
});
afterAll(() => server.close());

type Body = Record<string, unknown>;
type Failure = { error: { code: string; message: string; data: { field: string; msg: string; id?: string }[] } };
const call = <B = Body>(method: string, path: string, payload?: object, user: TestUser = team.owner) =>
  team.call<B>(user, method, path, payload);
let lastNumber = 447_700_100_000;
const freshNumber = () => String(++lastNumber);

async function add(body: Body = {}): Promise<string> {
  const made = await call<{ id: string }>('POST', '/contacts', { phone_number: freshNumber(), ...body });
  expect(made).toMatchObject({ status: 201 });
  return made.body.id;
}
const get = async (id: string, user?: TestUser) =>
  (await call<Contact>('GET', `/contacts/${id}`, undefined, user)).body;
async function addList(name: string): Promise<string> {
  return (await call<{ id: string }>('POST', '/contact-lists', { name })).body.id;
}
const lists = async () =>
  (await call<{ id: string; name: string; member_count: number }[]>('GET', '/contact-lists')).body;
const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(server.owner, text, values);

describe('adding', () => {
  test('a number in any spelling is stored as digits; a repeated request returns the same contact', async () => {
    const id = newId();
    const body = { id, phone_number: '07700 900118', name: ' Ada  ', custom_fields: { City: 'Leeds' } };
    expect(await call('POST', '/contacts', body)).toMatchObject({ status: 201, body: { id } });
    expect(await call('POST', '/contacts', body)).toMatchObject({ status: 200, body: { id } });
    expect(await call('POST', '/contacts', { ...body, name: 'Eve' })).toMatchObject({
      status: 409,
      code: 'id_conflict',
    });
    expect(await get(id)).toMatchObject({
      phone_number: '447700900118',
      name: 'Ada',
      custom_fields: { City: 'Leeds' },
      contact_list_ids: [],
      origin: 'WEB_APP',
    });
    expect((await call<{ custom_fields: string[] }>('GET', '/client')).body.custom_fields).toContain('City');
  });

  test('a number that is taken is refused with the contact that has it', async () => {
    const id = await add({ phone_number: '+55 11 98765-4321' });
    for (const spelling of ['5511987654321', '551187654321', ' 55 (11) 8765-4321']) {
      const refused = await call<Failure>('POST', '/contacts', { phone_number: spelling });
      expect(refused).toMatchObject({ status: 409, code: 'contact_exists' });
      expect(refused.body.error.data[0]).toMatchObject({ field: 'phone_number', id });
    }
  });

  test('twenty concurrent requests with one number create one contact', async () => {
    const phone_number = freshNumber();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/contacts', { phone_number })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  test.each([
    [{}, 'phone_number'],
    [{ phone_number: 'hello world' }, 'phone_number'],
    [{ phone_number: '447700900999', contact_list_ids: ['0190a6e0-0000-7000-8000-000000000001'] }, 'contact_list_ids'],
    [{ phone_number: '447700900999', custom_fields: { first_name: 'x' } }, 'custom_fields.first_name'],
    [{ phone_number: '447700900999', nonsense: 1 }, 'nonsense'],
    [{ phone_number: '447700900999', name: 'a\u0000b' }, 'name'],
  ])('%j is rejected with the field', async (body, field) => {
    const answer = await call<Failure>('POST', '/contacts', body);
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(answer.body.error.data[0]).toMatchObject({ field });
  });

  test('two accounts can have the same number independently', async () => {
    const phone_number = freshNumber();
    const id = await add({ phone_number });
    const there = await other.call<{ id: string }>(other.owner, 'POST', '/contacts', { phone_number });
    expect(there.status).toBe(201);
    expect(await other.call(other.owner, 'GET', `/contacts/${id}`)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await other.call(other.owner, 'PUT', `/contacts/${id}`, { name: 'x' })).toMatchObject({ status: 404 });
  });
});

describe('changing', () => {
  test('only given properties change; given fields replace all fields', async () => {
    const id = await add({ name: 'Ben', custom_fields: { City: 'York', Plan: 'Gold' } });
    expect(await call('PUT', `/contacts/${id}`, { custom_fields: { Plan: 'Silver' } })).toEqual({
      status: 200,
      body: { id },
      code: undefined,
    });
    expect(await get(id)).toMatchObject({ name: 'Ben', custom_fields: { Plan: 'Silver' } });
  });

  test('a number moves to the contact and is free again after the contact changed to another', async () => {
    const [first, second] = [freshNumber(), freshNumber()];
    const id = await add({ phone_number: first });
    const holder = await add({ phone_number: second });
    const refused = await call<Failure>('PUT', `/contacts/${id}`, { phone_number: `+${second}` });
    expect(refused.body.error).toMatchObject({ code: 'contact_exists', data: [{ field: 'phone_number', id: holder }] });
    const third = freshNumber();
    expect((await call('PUT', `/contacts/${id}`, { phone_number: third })).status).toBe(200);
    expect((await get(id)).phone_number).toBe(third);
    expect((await call('POST', '/contacts', { phone_number: first })).status).toBe(201);
  });

  test('an outdated version is refused', async () => {
    const id = await add();
    const { version } = await get(id);
    expect((await call('PUT', `/contacts/${id}`, { name: 'A', version })).status).toBe(200);
    expect(await call('PUT', `/contacts/${id}`, { name: 'B', version })).toMatchObject({ code: 'version_conflict' });
  });

  test('opt-in has a source and a date', async () => {
    const id = await add({ opted_in_at: '2026-11-01T10:00:00.000Z', opt_in_source: 'Fair in Leeds' });
    expect(await get(id)).toMatchObject({ opted_in_at: '2026-11-01T10:00:00.000Z', opt_in_source: 'Fair in Leeds' });
    await call('PUT', `/contacts/${id}`, { opted_in_at: null, opt_in_source: null });
    expect(await get(id)).toMatchObject({ opted_in_at: null, opt_in_source: null });
  });

  test('replaces the lists', async () => {
    const [a, b] = [await addList('Reset A'), await addList('Reset B')];
    const id = await add({ contact_list_ids: [a] });
    expect((await call('POST', `/contacts/${id}/reset-contact-lists`, { contact_list_ids: [b] })).status).toBe(200);
    expect((await get(id)).contact_list_ids).toEqual([b]);
    expect(await call('POST', `/contacts/${id}/reset-contact-lists`, { contact_list_ids: [newId()] })).toMatchObject({
      status: 422,
    });
    expect((await lists()).filter(({ name }) => name.startsWith('Reset')).map((list) => list.member_count)).toEqual([
      0, 1,
    ]);
  });

  test('every change appears in the feed', async () => {
    const id = await add();
    const start = await call<{ cursor: string }>('GET', '/sync/poll');
    await call('PUT', `/contacts/${id}`, { name: 'Feed' });
    const page = await call<{ changes: { collection: string; id: string; data: Contact | null }[] }>(
      'GET',
      `/sync/poll?cursor=${start.body.cursor}&timeout=5`,
    );
    expect(page.body.changes).toMatchObject([{ collection: 'contacts', id, data: { name: 'Feed' } }]);
  });
});

describe('one custom field', () => {
  const modify = (id: string, body: Body) =>
    call<Failure>('POST', `/contacts/${id}/modify-custom-field`, { id, ...body });

  test('is set, also under a new field name, and removed', async () => {
    const id = await add();
    expect((await modify(id, { operation: 'SET', name: 'Shoe size', value: '44' })).status).toBe(200);
    expect((await get(id)).custom_fields).toEqual({ 'Shoe size': '44' });
    expect((await call<{ custom_fields: string[] }>('GET', '/client')).body.custom_fields).toContain('Shoe size');
    expect((await modify(id, { operation: 'whatever', name: 'shoe SIZE', value: '45' })).status).toBe(200);
    expect((await get(id)).custom_fields).toEqual({ 'Shoe size': '45' });
    expect((await modify(id, { operation: 'REMOVE', name: 'Shoe size' })).status).toBe(200);
    expect((await get(id)).custom_fields).toEqual({});
    expect((await modify(id, { operation: 'REMOVE', name: 'Nobody knows' })).status).toBe(200);
  });

  test('requires a value to set it, and the id in the URL', async () => {
    const id = await add();
    expect((await modify(id, { operation: 'SET', name: 'City' })).body.error.data[0]?.field).toBe('value');
    const mixed = await call<Failure>('POST', `/contacts/${id}/modify-custom-field`, {
      id: newId(),
      operation: 'REMOVE',
      name: 'City',
    });
    expect(mixed.body.error.data[0]?.field).toBe('id');
    expect(await modify(newId(), { operation: 'REMOVE', name: 'City' })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

describe('looking up', () => {
  test('an unknown contact is not found', async () => {
    for (const id of [newId(), 'nobody', '%00']) {
      const answer = await call<Failure>('GET', `/contacts/${id}`);
      expect(answer).toMatchObject({ status: 404, code: 'not_found' });
      expect(answer.body.error.message).toContain('not found');
    }
  });

  test('up to a hundred numbers, in any spelling; only existing contacts are returned', async () => {
    const number = freshNumber();
    const id = await add({ phone_number: number });
    for (const spelling of [number, `+${number}`, `%2B${number}`, `%20${number}`]) {
      const found = await call<Contact[]>('GET', `/contacts/multi?phone_number=${spelling}&phone_number=4477009999999`);
      expect(found.body.map((contact) => [contact.id, contact.phone_number])).toEqual([[id, number]]);
    }
    const many = (n: number) => Array.from({ length: n }, (_, i) => `phone_number=4477002${10_000 + i}`).join('&');
    expect(await call('GET', `/contacts/multi?${many(100)}`)).toMatchObject({ status: 200, body: [] });
    expect(await call('GET', `/contacts/multi?${many(101)}`)).toMatchObject({ status: 422 });
  });
});

describe('deleting', () => {
  test('from a list, or to the trash', async () => {
    const list = await addList('Leaving');
    const id = await add({ contact_list_ids: [list], name: 'Cora' });
    expect((await call('DELETE', `/contacts/${id}?contact_list_id=${list}`)).status).toBe(204);
    expect(await get(id)).toMatchObject({ name: 'Cora', contact_list_ids: [] });
    expect((await call('DELETE', `/contacts/${id}`)).status).toBe(204);
    expect((await call('GET', `/contacts/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/contacts/${id}`)).status).toBe(404);
  });

  test('several at once, and restored with their lists', async () => {
    const list = await addList('Back again');
    const ids = [
      await add({ contact_list_ids: [list] }),
      await add({ contact_list_ids: [list], custom_fields: { City: 'Bath' } }),
    ];
    expect((await call('DELETE', '/contacts/multi', { ids: [...ids, newId()] })).body).toEqual({ count: 2 });
    expect((await lists()).find(({ id }) => id === list)?.member_count).toBe(0);
    const trash = await call<{ data: { id: string; deletion_id: string }[] }>('GET', '/contacts/trash');
    expect(
      trash.body.data
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
    const deletion_id = trash.body.data[0]?.deletion_id;
    expect((await call('POST', '/contacts/restore', { deletion_id })).body).toEqual({ count: 2 });
    expect(await get(ids[1] ?? '')).toMatchObject({ contact_list_ids: [list], custom_fields: { City: 'Bath' } });
    expect((await lists()).find(({ id }) => id === list)?.member_count).toBe(2);
  });

  test('a deleted number can be added again', async () => {
    const phone_number = freshNumber();
    const id = await add({ phone_number, name: 'Old', custom_fields: { City: 'Ely' } });
    await call('DELETE', `/contacts/${id}`);
    const again = await call<{ id: string }>('POST', '/contacts', { phone_number, name: 'New' });
    expect(again.status).toBe(201);
    expect(await get(again.body.id)).toMatchObject({ name: 'New', custom_fields: {} });
  });

  test('more than a thousand ids are rejected, ids of other accounts are ignored', async () => {
    const theirs = await other.call<{ id: string }>(other.owner, 'POST', '/contacts', { phone_number: freshNumber() });
    expect((await call('DELETE', '/contacts/multi', { ids: [theirs.body.id] })).body).toEqual({ count: 0 });
    expect((await other.call(other.owner, 'GET', `/contacts/${theirs.body.id}`)).status).toBe(200);
    expect((await call('DELETE', '/contacts/multi', { ids: Array.from({ length: 1_001 }, newId) })).status).toBe(422);
  });
});

describe('lists', () => {
  test('a deleted list is not returned by any route, even before its members are removed', async () => {
    const [going, staying] = [await addList('Gone at once'), await addList('Still there')];
    const id = await add({ contact_list_ids: [going, staying] });
    // The state between the response and the job.
    await sql('update contact_lists set deleting = true where id = $1', [going]);
    expect((await get(id)).contact_list_ids).toEqual([staying]);
    const { data } = (await call<{ data: Contact[] }>('GET', `/contacts?contact_list_id=${staying}`)).body;
    expect(data.map(({ contact_list_ids: named }) => named)).toEqual([[staying]]);
  });

  test('are created, renamed and colored', async () => {
    const id = await addList('First name');
    expect((await call('PUT', `/contact-lists/${id}`, { name: 'Renamed', color: 'teal' })).body).toMatchObject({
      name: 'Renamed',
      color: 'teal',
    });
    expect((await lists()).map(({ name }) => name)).toContain('Renamed');
    expect((await call('PUT', `/contact-lists/${newId()}`, { name: 'x' })).status).toBe(404);
  });

  test.each([
    ['false', 3, 3],
    ['only_here', 3, 2],
    ['true', 3, 0],
  ])('deleted with del_contacts=%s', async (del_contacts, before, left) => {
    const [list, second] = [await addList(`Going ${del_contacts}`), await addList(`Staying ${del_contacts}`)];
    const ids = [
      await add({ contact_list_ids: [list] }),
      await add({ contact_list_ids: [list, second] }),
      await add({ contact_list_ids: [second, list] }),
    ];
    expect(ids).toHaveLength(before);
    expect((await call('DELETE', `/contact-lists/${list}?del_contacts=${del_contacts}`)).status).toBe(204);
    expect((await lists()).some(({ id }) => id === list)).toBe(false);
    await until(async () => (await sql('select from contact_lists where id = $1', [list])).length === 0);
    const found = await Promise.all(ids.map(async (id) => (await call('GET', `/contacts/${id}`)).status));
    expect(found.filter((status) => status === 200)).toHaveLength(left);
    if (left > 0) expect((await get(ids[1] ?? '')).contact_list_ids).toEqual([second]);
  });

  test('show up to five of their contacts, or none', async () => {
    const list = await addList('Sample');
    expect((await call('GET', `/contact-lists/${list}/sample-contacts`)).body).toEqual([]);
    for (let n = 0; n < 7; n++)
      await add({ contact_list_ids: [list], ...(n === 6 ? {} : { custom_fields: { Town: 'x' } }) });
    const sample = await call<Contact[]>('GET', `/contact-lists/${list}/sample-contacts`);
    expect(sample.body).toHaveLength(5);
    const worst = await call<Contact[]>('GET', `/contact-lists/${list}/sample-contacts?missing=Town`);
    expect(worst.body[0]?.custom_fields).toEqual({});
    expect((await call('GET', `/contact-lists/${newId()}/sample-contacts`)).status).toBe(404);
  });
});

describe('custom fields', () => {
  const fields = async () =>
    (
      await call<{ data: { name: string; type: string; used_by: number; used_in_segments: number }[] }>(
        'GET',
        '/custom-fields',
      )
    ).body.data;

  test('a new name is updated everywhere', async () => {
    const id = await add({ custom_fields: { Colour: 'red' } });
    const filter = { any: [{ field: 'custom:Colour', op: 'is', value: 'red' }] };
    const segment = await call<{ id: string }>('POST', '/segments', { name: 'Red', filter });
    expect(segment.status).toBe(201);
    expect((await fields()).find(({ name }) => name === 'Colour')).toMatchObject({ used_by: 1, used_in_segments: 1 });
    expect((await call('PUT', '/custom-fields/colour', { name: 'Paint' })).body).toMatchObject({
      name: 'Paint',
      used_by: 1,
      used_in_segments: 1,
    });
    expect((await get(id)).custom_fields).toEqual({ Paint: 'red' });
    const kept = await call<{ data: { id: string; filter: unknown }[] }>('GET', '/segments');
    expect(kept.body.data.find((row) => row.id === segment.body.id)?.filter).toEqual({
      any: [{ field: 'custom:Paint', op: 'is', value: 'red' }],
    });
    expect((await call<{ custom_fields: string[] }>('GET', '/client')).body.custom_fields).not.toContain('Colour');
  });

  test('a new name is updated in import mappings and unfinished bulk operations', async () => {
    await call('POST', '/custom-fields', { name: 'Shade' });
    const mapping = JSON.stringify([{ target: 'phone' }, { target: 'field', field: 'shade' }]);
    const filter = { all: [{ field: 'custom:Shade', op: 'is', value: 'dark' }] };
    const [imported, act] = [newId(), newId()];
    await server.owner.query(`insert into import_mappings (client_id, header_hash, mapping) values ($1, '\\x01', $2)`, [
      team.clientId,
      mapping,
    ]);
    await server.owner.query(
      `insert into imports (client_id, id, name, state, mapping, created_by, request_hash) values ($1, $2, 'a', 'paused', $3, 'a', '')`,
      [team.clientId, imported, mapping],
    );
    await server.owner.query(
      `insert into contact_bulk_operations (client_id, id, kind, operation, selection, created_by, request_hash)
       values ($1, $2, 'delete', '{"kind": "delete", "most": null}', $3, 'a', '')`,
      [team.clientId, act, JSON.stringify({ which: { filter }, masked: false })],
    );
    expect((await call('PUT', '/custom-fields/Shade', { name: 'Tint' })).status).toBe(200);
    const { rows } = await server.owner.query(
      `select mapping as found from import_mappings where client_id = $1 and header_hash = '\\x01'
       union all select mapping from imports where client_id = $1 and id = $2
       union all select selection->'which'->'filter'->'all' from contact_bulk_operations where client_id = $1 and id = $3`,
      [team.clientId, imported, act],
    );
    const columns = [{ target: 'phone' }, { target: 'field', field: 'Tint' }];
    expect(rows.map(({ found }) => found)).toEqual([columns, columns, [{ ...filter.all[0], field: 'custom:Tint' }]]);
    await server.owner.query('delete from contact_bulk_operations where client_id = $1 and id = $2', [
      team.clientId,
      act,
    ]);
    await server.owner.query('delete from imports where client_id = $1 and id = $2', [team.clientId, imported]);
  });

  test('what uses a field is listed for those who manage it, and follows its new name', async () => {
    await call('POST', '/custom-fields', { name: 'Model' });
    const filter = { all: [{ field: 'custom:Model', op: 'is', value: 'x' }] };
    await call('POST', '/segments', { name: 'Of a model', filter });
    const reply = async (name: string, body: string, rest: object = {}) =>
      (await call<{ id: string }>('POST', '/session-templates', { name, shortcut: name, body, ...rest })).body.id;
    const shared = await reply('ready', 'Your {{Model}} is ready.');
    const own = await reply('mine', 'The {{Model}} again.', { private: true });
    await reply('other', 'A model without a variable.');
    const flow = flowOf({ kind: 'message' }, [say('a', 'About your {{Model}}')]);
    const automation = await call<{ id: string }>('POST', '/automations', { name: 'Asks', flow });
    expect(automation).toMatchObject({ status: 201 });
    type Uses = { data: { name: string; uses: { kind: string; name: string }[] }[] };
    const uses = async (of: string) =>
      (await call<Uses>('GET', '/custom-fields/uses')).body.data
        .find(({ name }) => name === of)
        ?.uses.map(({ kind, name }) => `${kind}: ${name}`);
    const template = (name: string, text: string, format = 'NAMED', status = 'ACTIVE') =>
      queryAsOwner(
        server.owner,
        `insert into templates (client_id, id, waba_id, name, language, status, parameter_format, components)
         values ($1, $2, 'waba', $3, 'en', $5, $6, jsonb_build_array(jsonb_build_object('type', 'BODY', 'text', $4::text)))`,
        [team.clientId, newId(), name, text, status, format],
      );
    await template('ready', 'Your {{model}} is ready, {{first_name}}.');
    await template('gone', 'Your {{model}}.', 'NAMED', 'DELETED');
    await template('numbered', 'Your model {{1}}.', 'POSITIONAL');
    const places = ['segment: Of a model', 'saved_reply: ready', 'automation: Asks'];
    expect(await uses('Model')).toEqual(places.toSpliced(2, 0, 'template: ready (en)'));
    expect((await call('PUT', '/custom-fields/Model', { name: 'Frame type' })).status).toBe(200);
    // WhatsApp's review keeps the name of a template's variable.
    expect(await uses('Frame type')).toEqual(places);
    const replies = await call<{ data: { id: string; body: string }[] }>('GET', '/session-templates');
    const bodyOf = (id: string) => replies.body.data.find((row) => row.id === id)?.body;
    expect([bodyOf(shared), bodyOf(own)]).toEqual(['Your {{Frame type}} is ready.', 'The {{Frame type}} again.']);
  });

  test('values must fit their type', async () => {
    await call('POST', '/custom-fields', { name: 'Age', type: 'number' });
    await call('POST', '/custom-fields', { name: 'Born', type: 'date' });
    await call('POST', '/custom-fields', { name: 'Size', type: 'choice', choices: ['S', 'M'] });
    await call('POST', '/custom-fields', { name: 'Member', type: 'yes_no' });
    const id = await add({ custom_fields: { Age: '41', Born: '1985-02-28', Size: 'm', Member: 'TRUE' } });
    expect((await get(id)).custom_fields).toEqual({ Age: '41', Born: '1985-02-28', Size: 'M', Member: 'yes' });
    for (const [name, value] of [
      ['Age', 'old'],
      ['Born', '2027-02-30'],
      ['Size', 'XL'],
      ['Member', 'perhaps'],
    ] as const) {
      const refused = await call<Failure>('PUT', `/contacts/${id}`, { custom_fields: { [name]: value } });
      expect(refused.body.error.data[0]?.field).toBe(`custom_fields.${name}`);
    }
  });

  test('names of variables and of other fields are rejected', async () => {
    expect((await call<Failure>('POST', '/custom-fields', { name: 'First_Name' })).body.error.data[0]?.field).toBe(
      'name',
    );
    await call('POST', '/custom-fields', { name: 'One' });
    await call('POST', '/custom-fields', { name: 'Two' });
    expect(await call('PUT', '/custom-fields/Two', { name: 'ONE' })).toMatchObject({ status: 409, code: 'name_taken' });
  });

  test('hidden ones keep their values, deleted ones lose them', async () => {
    const id = await add({ custom_fields: { Secret: 'a', Gone: 'b' } });
    await call('PUT', '/custom-fields/Secret', { hidden: true });
    expect((await get(id)).custom_fields).toEqual({ Gone: 'b' });
    await call('PUT', `/contacts/${id}`, { custom_fields: { Gone: 'c' } });
    await call('PUT', '/custom-fields/Secret', { hidden: false });
    expect((await get(id)).custom_fields).toEqual({ Secret: 'a', Gone: 'c' });
    expect((await call('DELETE', '/custom-fields/Gone')).status).toBe(204);
    expect((await get(id)).custom_fields).toEqual({ Secret: 'a' });
    await until(async () => {
      const [row] = await sql<{ n: number }>(
        'select count(*)::int as n from jsonb_object_keys((select custom_fields from contacts where id = $1))',
        [id],
      );
      return row?.n === 1;
    });
  });

  test('have one order for all members', async () => {
    await call('POST', '/custom-fields', { name: 'Zeta' });
    const ordered = await call<{ data: { name: string }[] }>('PUT', '/custom-fields/order', {
      names: ['zeta', 'City'],
    });
    expect(ordered.body.data.slice(0, 2).map(({ name }) => name)).toEqual(['Zeta', 'City']);
    expect((await call<{ custom_fields: string[] }>('GET', '/client')).body.custom_fields.slice(0, 2)).toEqual([
      'Zeta',
      'City',
    ]);
  });
});

describe('notes, activity and opting out', () => {
  test('notes are created, updated and deleted', async () => {
    const id = await add();
    const note = await call<{ id: string }>('POST', `/contacts/${id}/notes`, { body: 'Prefers mornings' });
    await call('PUT', `/contacts/${id}/notes/${note.body.id}`, { body: 'Prefers evenings' });
    const page = await call<{ data: { body: string }[] }>('GET', `/contacts/${id}/notes`);
    expect(page.body.data.map(({ body }) => body)).toEqual(['Prefers evenings']);
    expect((await call('DELETE', `/contacts/${id}/notes/${note.body.id}`)).status).toBe(204);
    expect((await call('DELETE', `/contacts/${id}/notes/${note.body.id}`)).status).toBe(404);
  });

  test('activity is listed, latest first, in pages', async () => {
    const id = await add();
    await call('PUT', `/contacts/${id}`, { name: 'Dora' });
    const first = await call<{ data: { kind: string; actor: string }[]; next_cursor: string }>(
      'GET',
      `/contacts/${id}/activity?limit=1`,
    );
    expect(first.body.data).toMatchObject([{ kind: 'changed', actor: team.owner.uid }]);
    const second = await call<{ data: { kind: string }[] }>(
      'GET',
      `/contacts/${id}/activity?limit=1&cursor=${first.body.next_cursor}`,
    );
    expect(second.body.data).toMatchObject([{ kind: 'created' }]);
  });

  test('a contact who opted out stays opted out after being deleted and created again', async () => {
    const phone_number = freshNumber();
    const id = await add({ phone_number });
    const out = await call<{ data: { source: string; scope: string }[] }>('PUT', `/contacts/${id}/suppression`, {
      scope: 'all',
    });
    expect(out.body.data).toMatchObject([{ source: 'manual', scope: 'all' }]);
    expect((await get(id)).opted_out_at).not.toBeNull();
    await call('DELETE', `/contacts/${id}`);
    const again = await call<{ id: string }>('POST', '/contacts', { phone_number });
    expect((await get(again.body.id)).opted_out_at).not.toBeNull();
    await call('DELETE', `/contacts/${again.body.id}/suppression`);
    expect((await get(again.body.id)).opted_out_at).toBeNull();
  });
});
