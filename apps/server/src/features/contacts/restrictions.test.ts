// @module-tag data
import { routes } from '@parley/contract';
import type { Contact } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { until } from '../../testing/world.ts';

/** Restrictions of a member apply to every route that returns or changes contacts. */
let server: TestServer;
let team: Team;
let list: string;
let field: string;
/** Contacts by the assignee of their conversation: the member, one of their groups, another member, none. */
const contactIds: Record<'own' | 'group' | 'others' | 'unread', string> = {
  own: '',
  group: '',
  others: '',
  unread: '',
};
const numbers: Record<string, string> = {};
let limited: Member;
let masked: Member;
let noExport: Member;
let noDeletion: Member;

const limits = {
  channel_ids: null,
  only_assigned: false,
  mask_phone_numbers: false,
  no_export: false,
  no_deletion: false,
};
async function member(change: Partial<Record<keyof typeof limits, boolean>>): Promise<Member> {
  const made = await team.add('User');
  await server.owner.query('update client_users set restrictions = $3 where client_id = $1 and user_id = $2', [
    team.clientId,
    made.uid,
    { ...limits, ...change },
  ]);
  return made;
}
const call = (who: Member, method: string, path: string, body?: object) => team.call(who, method, path, body);

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  limited = await member({ only_assigned: true });
  masked = await member({ mask_phone_numbers: true });
  noExport = await member({ no_export: true });
  noDeletion = await member({ no_deletion: true });
  const somebody = await team.add('User');
  const group = newId();
  await server.owner.query(`insert into user_groups (client_id, id, name) values ($1, $2, 'Sales')`, [
    team.clientId,
    group,
  ]);
  await server.owner.query('insert into user_group_members (client_id, group_id, user_id) values ($1, $2, $3)', [
    team.clientId,
    group,
    limited.uid,
  ]);
  list = String((await call(team.owner, 'POST', '/contact-lists', { name: 'All' })).body['id']);
  field = 'City';
  const [channel] = await queryAsOwner<{ id: string }>(server.owner, 'select id from channels where client_id = $1', [
    team.clientId,
  ]);
  for (const [n, name] of (Object.keys(contactIds) as (keyof typeof contactIds)[]).entries()) {
    const phone_number = `4477002000${n}0`;
    numbers[name] = phone_number;
    const made = await call(team.owner, 'POST', '/contacts', {
      phone_number,
      name: `Person ${phone_number}`,
      contact_list_ids: [list],
      custom_fields: { [field]: 'Leeds' },
    });
    contactIds[name] = String(made.body['id']);
    if (name === 'unread') continue;
    await server.owner.query(
      `insert into threads (client_id, id, channel_id, contact_id, to_phone, assignee_id, assignee_group_id, last_message_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [
        team.clientId,
        newId(),
        channel?.id,
        contactIds[name],
        phone_number,
        name === 'own' ? limited.uid : name === 'others' ? somebody.uid : null,
        name === 'group' ? group : null,
      ],
    );
  }
});
afterAll(() => server.close());

/** The body of any response as text, including files. */
async function textOf(who: Member, path: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${await team.tokenOf(who)}` };
  const { statusCode, body } = await server.app.http.inject({ url: `/api${path}`, headers });
  return { status: statusCode, text: body };
}

/** Ids of the four contacts anywhere in a response. */
function shown(body: unknown): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (Object.keys(contactIds) as (keyof typeof contactIds)[]).filter((name) => text.includes(contactIds[name]));
}

const filter = () => encodeURIComponent(JSON.stringify({ field: `custom:${field}`, op: 'is', value: 'leeds' }));
/** Every route that returns more than one contact. */
const lists: [string, () => string][] = [
  ['the table', () => '/contacts'],
  ['another order', () => '/contacts?sort=name'],
  ['a field’s order', () => `/contacts?sort=custom:${field}`],
  ['a fragment', () => '/contacts?search=person'],
  ['a filter', () => `/contacts?filter=${filter()}`],
  ['a list', () => `/contacts?contact_list_id=${list}`],
  [
    'look-ups by number',
    () =>
      `/contacts/multi?${Object.values(numbers)
        .map((one) => `phone_number=${one}`)
        .join('&')}`,
  ],
  ['sample contacts', () => `/contact-lists/${list}/sample-contacts`],
];

describe('members who see only conversations assigned to them or their groups', () => {
  test.each(lists)('see those contacts and no others in %s', async (_name, path) => {
    expect(shown((await call(team.owner, 'GET', path())).body)).toEqual(['own', 'group', 'others', 'unread']);
    const answer = await call(limited, 'GET', path());
    expect(answer.status).toBe(200);
    expect(shown(answer.body)).toEqual(['own', 'group']);
  });

  test('count and export only those', async () => {
    const { body } = await call(limited, 'GET', '/contacts/count');
    expect(body).toEqual({ count: 2, exact: true });
    expect((await call(limited, 'GET', `/contacts/count?filter=${filter()}`)).body).toMatchObject({ count: 2 });
    for (const target of ['/contacts/export', `/contacts/export?contact_list_id=${list}`]) {
      const { text } = await textOf(limited, target);
      expect(Object.values(numbers).filter((number) => text.includes(number))).toEqual([
        numbers['own'],
        numbers['group'],
      ]);
    }
    expect(shown((await textOf(limited, '/contacts/trash')).text)).toEqual([]);
  });

  /** Every route of the contract with a contact's id in its path; new routes are included automatically. */
  const ofOne = Object.keys(routes).filter(
    (key) => /^\w+ \/api\/contacts\/\{id\}/.test(key) && !key.includes('note_id'),
  );
  const bodies: Record<string, (id: string) => object> = {
    'PUT /api/contacts/{id}': () => ({ name: 'Hidden' }),
    'POST /api/contacts/{id}/reset-contact-lists': () => ({ contact_list_ids: [] }),
    'POST /api/contacts/{id}/modify-custom-field': (id) => ({ id, operation: 'SET', name: field, value: 'Hull' }),
    'POST /api/contacts/{id}/notes': () => ({ body: 'Hello' }),
    'PUT /api/contacts/{id}/suppression': () => ({ scope: 'all' }),
    'POST /api/contacts/{id}/erase': () => ({ confirm: 'ERASE' }),
  };
  test.each(ofOne)('cannot reach or change other contacts by %s', async (key) => {
    const [method = '', path = ''] = key.split(' ');
    const before = await queryAsOwner(server.owner, 'select * from contacts where client_id = $1 order by id', [
      team.clientId,
    ]);
    for (const id of [contactIds.others, contactIds.unread]) {
      const answer = await call(limited, method, path.replace('/api', '').replace('{id}', id), bodies[key]?.(id));
      expect([403, 404], `${key}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    }
    expect(
      await queryAsOwner(server.owner, 'select * from contacts where client_id = $1 order by id', [team.clientId]),
    ).toEqual(before);
  });

  test('can run bulk operations only on visible contacts', async () => {
    const act = { kind: 'set_field', name: field, value: 'Bulk' };
    const started = await call(limited, 'POST', '/contacts/bulk', { selection: {}, act });
    expect(started.status).toBe(202);
    await until(async () => {
      const { body } = await call(limited, 'GET', `/contacts/bulk/${started.body['id']}`);
      return !['queued', 'running', 'waiting'].includes(String(body['state']));
    });
    const cities = Object.values(contactIds).map(async (id) => {
      const { body } = await team.call<Contact>(team.owner, 'GET', `/contacts/${id}`);
      return body.custom_fields[field];
    });
    expect(await Promise.all(cities)).toEqual(['Bulk', 'Bulk', 'Leeds', 'Leeds']);
    const back = { kind: 'set_field', name: field, value: 'Leeds' };
    const undone = await call(team.owner, 'POST', '/contacts/bulk', { selection: {}, act: back });
    await until(async () => {
      const { body } = await call(team.owner, 'GET', `/contacts/bulk/${undone.body['id']}`);
      return !['queued', 'running', 'waiting'].includes(String(body['state']));
    });
  });

  test('sees no bulk operation of others', async () => {
    const act = { kind: 'set_field', name: field, value: 'Leeds' };
    const others = await call(team.owner, 'POST', '/contacts/bulk', { selection: { ids: [contactIds.others] }, act });
    const own = await call(limited, 'POST', '/contacts/bulk', { selection: { ids: [contactIds.own] }, act });
    const seen = async (who: Member) => JSON.stringify((await call(who, 'GET', '/contacts/bulk')).body);
    expect(await seen(limited)).toContain(own.body['id']);
    expect(await seen(limited)).not.toContain(others.body['id']);
    expect(await seen(team.owner)).toContain(own.body['id']);
  });

  test('cannot change or merge other contacts in bulk', async () => {
    const ids = Object.values(contactIds);
    expect((await call(limited, 'DELETE', '/contacts/multi', { ids, contact_list_id: newId() })).status).toBe(404);
    expect(
      (await call(limited, 'POST', '/contacts/merge', { contact_id: contactIds.own, merge_ids: [contactIds.others] }))
        .status,
    ).toBe(404);
    const pair = { contact_ids: [contactIds.own, contactIds.others] };
    expect((await call(limited, 'POST', '/contacts/duplicates/dismiss', pair)).status).toBe(404);
    await server.owner.query(
      `insert into contact_duplicates (client_id, a_id, b_id, reason) values ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), 'name')`,
      [team.clientId, contactIds.own, contactIds.others],
    );
    expect((await call(limited, 'GET', '/contacts/duplicates')).body).toMatchObject({ data: [] });
    expect(shown((await call(team.owner, 'GET', '/contacts/duplicates')).body)).toEqual(['own', 'others']);
  });
});

describe('members who may not see numbers', () => {
  test.each([
    ...lists,
    ['pairs', () => '/contacts/duplicates'],
    ['one contact', () => `/contacts/${contactIds.own}`],
    ['what happened to it', () => `/contacts/${contactIds.own}/activity`],
    ['the trash', () => '/contacts/trash'],
    ['the start', () => '/bootstrap'],
    ['the feed', () => '/sync/poll'],
  ] as typeof lists)('get none in %s', async (name, path) => {
    const answer = await call(masked, 'GET', path());
    // Even the existence of a number would reveal it.
    expect(answer.status).toBe(name === 'look-ups by number' ? 403 : 200);
    for (const number of Object.values(numbers)) expect(JSON.stringify(answer.body)).not.toContain(number);
  });
  test('get none in files either, and no personal data export', async () => {
    const { status, text } = await textOf(masked, '/contacts/export');
    expect(status).toBe(200);
    for (const number of Object.values(numbers)) expect(text).not.toContain(number);
    expect((await call(masked, 'POST', `/contacts/${contactIds.own}/data-export`)).status).toBe(403);
  });

  test('cannot find one out by checking whether it exists', async () => {
    await call(team.owner, 'POST', '/contacts', { phone_number: '447700200991', name: 'Ada' });
    const found = async (who: Member) => (await textOf(who, '/contacts?search=447700200991')).text.includes('Ada');
    expect([await found(team.owner), await found(masked)]).toEqual([true, false]);
    const byNumber = encodeURIComponent(JSON.stringify({ field: 'phone_number', op: 'begins_with', value: '44770' }));
    for (const target of [
      '/contacts?sort=phone_number',
      `/contacts?filter=${byNumber}`,
      `/contacts/export?filter=${byNumber}`,
    ]) {
      expect([target, (await textOf(masked, target)).status]).toEqual([target, 422]);
    }
  });

  test('cannot find one inside a name, but can find the rest of the name', async () => {
    const found = async (query: string) => (await textOf(masked, `/contacts?${query}`)).text.includes(contactIds.own);
    const by = (op: string, value: string) =>
      found(`filter=${encodeURIComponent(JSON.stringify({ field: 'name', op, value }))}`);
    const number = String(numbers['own']);
    expect(await found('search=person')).toBe(true);
    expect(await found('search=pe')).toBe(true);
    expect(await by('begins_with', 'person')).toBe(true);
    expect(await found(`search=${number}`)).toBe(false);
    expect(await found(`search=${number.slice(0, 5)}`)).toBe(false);
    expect(await by('is', `Person ${number}`)).toBe(false);
    expect(await by('contains', number.slice(-4))).toBe(false);
    expect(await by('begins_with', `Person ${number.slice(0, 3)}`)).toBe(false);
    expect(await by('not_contains', number)).toBe(true);
  });
});

describe('members who may not export or delete', () => {
  test('get no file', async () => {
    for (const [method, path] of [
      ['GET', '/contacts/export'],
      ['POST', '/contacts/exports'],
      ['GET', `/contacts/exports/${contactIds.own}/file`],
      ['DELETE', `/contacts/exports/${contactIds.own}`],
      ['GET', `/contacts/export?contact_list_id=${list}`],
      ['GET', '/team/export'],
      ['POST', `/contacts/${contactIds.own}/data-export`],
      ['GET', `/contacts/${contactIds.own}/data-export`],
      ['GET', `/contacts/${contactIds.own}/data-export/file`],
    ] as const) {
      expect([path, (await call(noExport, method, path)).status]).toEqual([path, 403]);
    }
    expect((await call(noExport, 'GET', '/contacts')).status).toBe(200);
  });

  test('cannot delete contacts by any route', async () => {
    const ids = [contactIds.own];
    for (const [method, path, body] of [
      ['DELETE', `/contacts/${contactIds.own}`, undefined],
      ['DELETE', '/contacts/multi', { ids }],
      ['DELETE', '/contacts', {}],
      ['DELETE', `/contact-lists/${list}?del_contacts=true`, undefined],
      ['DELETE', `/contact-lists/${list}?del_contacts=only_here`, undefined],
      ['POST', '/contacts/bulk', { selection: { ids }, act: { kind: 'delete' } }],
      ['POST', '/contacts/merge', { contact_id: contactIds.own, merge_ids: [contactIds.others] }],
      ['POST', '/contacts/restore', { ids }],
      ['POST', `/contacts/${contactIds.own}/erase`, { confirm: 'ERASE' }],
    ] as const) {
      expect([path, (await call(noDeletion, method, path, body)).status]).toEqual([path, 403]);
    }
    expect(shown((await call(team.owner, 'GET', '/contacts')).body)).toEqual(['own', 'group', 'others', 'unread']);
  });

  test('can still remove contacts from lists', async () => {
    const { body } = await call(team.owner, 'POST', '/contacts', {
      phone_number: '447700200990',
      contact_list_ids: [list],
    });
    const path = `/contacts/${body['id']}`;
    expect((await call(noDeletion, 'DELETE', `${path}?contact_list_id=${list}`)).status).toBe(204);
    expect((await call(team.owner, 'GET', path)).body).toMatchObject({ contact_list_ids: [] });
  });

  test('an account setting lets its Users delete all, unless a restriction forbids it', async () => {
    const user = await team.add('User');
    expect((await call(user, 'DELETE', '/contacts', { account_name: 'Another' })).status).toBe(403);
    expect((await call(user, 'POST', '/contacts/bulk', { selection: {}, act: { kind: 'delete' } })).status).toBe(403);
    expect((await call(user, 'POST', `/contacts/${contactIds.own}/erase`, { confirm: 'ERASE' })).status).toBe(403);
    expect((await call(user, 'GET', '/erasures')).status).toBe(403);
    expect((await call(user, 'PUT', '/retention', { messages_days: 30 })).status).toBe(403);
  });
});

describe('counts include only visible contacts', () => {
  type Counted = { id: string; member_count: number };
  const countIn = (lists: Counted[]) => lists.find(({ id }) => id === list)?.member_count;

  test('of a list, everywhere', async () => {
    for (const [who, count] of [
      [team.owner, 4],
      [masked, 4],
      [limited, 2],
    ] as const) {
      const start = (await team.call<{ cursor: string; contact_lists: Counted[] }>(who, 'GET', '/bootstrap')).body;
      expect(countIn(start.contact_lists)).toBe(count);
      expect(countIn((await team.call<Counted[]>(who, 'GET', '/contact-lists')).body)).toBe(count);
      await call(team.owner, 'PUT', `/contact-lists/${list}`, { name: `All for ${who.uid}` });
      const reported = await until(async () => {
        const path = `/sync/poll?cursor=${start.cursor}&timeout=5`;
        const { changes } = (await team.call<{ changes: { id: string; data: Counted | null }[] }>(who, 'GET', path))
          .body;
        return changes.find(({ id }) => id === list)?.data;
      });
      expect(reported.member_count).toBe(count);
    }
  });

  test('of a field', async () => {
    const used = async (who: Member) => {
      const { data } = (await team.call<{ data: { name: string; used_by: number }[] }>(who, 'GET', '/custom-fields'))
        .body;
      return data.find(({ name }) => name === field)?.used_by;
    };
    expect([await used(team.owner), await used(limited)]).toEqual([4, 2]);
  });

  test('a number that is taken is refused without the other contact when the member cannot see that contact', async () => {
    const taken = (who: Member) => call(who, 'POST', '/contacts', { phone_number: `+${numbers['others']}` });
    expect([(await taken(limited)).status, (await taken(team.owner)).status]).toEqual([409, 409]);
    expect(shown((await taken(limited)).body)).toEqual([]);
    expect(shown((await taken(team.owner)).body)).toEqual(['others']);
  });
});

test('a large deletion is restored by a job, for a member only the contacts they see', async () => {
  const deletion = newId();
  await queryAsOwner(
    server.owner,
    `insert into contacts (client_id, id, name, deleted_at, deletion_id)
     select $1, ('ffffffff-ffff-7fff-8fff-' || lpad(n::text, 12, '0'))::uuid, 'Deleted ' || n, now(), $2
     from generate_series(1, 1001) n`,
    [team.clientId, deletion],
  );
  await queryAsOwner(server.owner, 'update contacts set deleted_at = now(), deletion_id = $2 where id = $1', [
    contactIds.own,
    deletion,
  ]);
  const begun = await call(limited, 'POST', '/contacts/restore', { deletion_id: deletion });
  expect(begun).toMatchObject({ status: 202 });
  const restored = () =>
    queryAsOwner<{ id: string }>(
      server.owner,
      `select id from contacts where client_id = $1 and deleted_at is null and (id = $2 or name like 'Deleted %')`,
      [team.clientId, contactIds.own],
    );
  await until(async () => (await restored()).length > 0);
  await until(async () => {
    const jobs = `select from jobs where client_id = $1 and kind like 'contacts.%' and state <> 'done'`;
    return (await queryAsOwner(server.owner, jobs, [team.clientId])).length === 0;
  });
  expect(await restored()).toEqual([{ id: contactIds.own }]);
});
