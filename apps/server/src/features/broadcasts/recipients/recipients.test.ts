import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { signInSyncConnection } from '../../../testing/sync-connection.ts';
import { createTeam, type Member, type Team } from '../../../testing/team.ts';
import { until } from '../../../testing/world.ts';

let server: TestServer;
let team: Team;
let channels: string[];
let campaign: string;
let contactId: string;
let limited: Member;
let masked: Member;
let assigned: Member;

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(server.owner, text, values);
const call = <B = Record<string, unknown>>(who: Member, method: string, path: string, body?: object) =>
  team.call<B>(who, method, path, body);
const limit = (member: Member, restrictions: object) =>
  sql('update client_users set restrictions = $3 where client_id = $1 and user_id = $2', [
    team.clientId,
    member.uid,
    JSON.stringify(restrictions),
  ]);

type Row = {
  name: string;
  phone_number: string | null;
  phone_masked?: string;
  state: string;
  reason?: string;
  values: Record<string, string>;
  error?: { message: string; next_step: string };
};
type Page = { data: Row[]; next_cursor: string | null };

const failedStates = {
  code: 'whatsapp_131026',
  provider_code: 131026,
  message: 'This number cannot be reached',
  next_step: 'Ask.',
};

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  [limited, masked, assigned] = [await team.add('User'), await team.add('User'), await team.add('User')];
  const [sandbox] = await sql<{ id: string }>('select id from channels where client_id = $1', [team.clientId]);
  const other = newId();
  await sql(
    `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
     values ($1, $2, 'WHATSAPP', 'Second', '4477', '99', '1', '\\x00', '{}')`,
    [team.clientId, other],
  );
  channels = [sandbox?.id ?? '', other];
  const made = await call<{ id: string }>(team.owner, 'POST', '/campaigns', {
    name: 'Sale',
    channel_id: channels[0],
    audience: { phone_numbers: ['+4915112345678', '+4915112345678'] },
    variables: { 'body.who': { field: 'NAME' } },
  });
  campaign = made.body.id;
  contactId = (
    await call<{ id: string }>(team.owner, 'POST', '/contacts', { phone_number: '+4915100000001', name: 'Otto' })
  ).body.id;
  // The first channel of an account is its sandbox, which reaches sandbox contacts.
  await sql('update contacts set sandbox = true where id = $1', [contactId]);
  const rows = [
    ['c', contactId, 'Otto', '4915100000001', 'READ', null, null, 'Yes'],
    ['p:2', null, '=cmd()', '4915100000002', 'FAILED', 'whatsapp_131026', failedStates, null],
    ['p:3', null, '', '4915100000003', 'FAILED', 'whatsapp_131026', failedStates, null],
    ['p:4', null, '', '4915100000004', 'CAPPED', 'whatsapp_131049', { ...failedStates, code: 'whatsapp_131049' }, null],
    ['p:5', null, '', '4915100000005', 'UNKNOWN', null, null, null],
    ['p:6', null, 'Call +4915100000006', '4915100000006', 'SKIPPED', 'opted_out', null, null],
  ];
  for (const [at, [key, contact, name, phone, state, reason, error, tapped]] of rows.entries()) {
    await sql(
      `insert into campaign_recipients (client_id, campaign_id, n, recipient_key, contact_id, name, phone_number, state, reason, error, tapped,
         "values", replied_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, case when $11::text is not null then now() end)`,
      [
        team.clientId,
        campaign,
        at + 1,
        key,
        contact,
        name,
        phone,
        state,
        reason,
        error === null ? null : JSON.stringify(error),
        tapped,
        JSON.stringify({ 'body.who': `For ${phone}` }),
      ],
    );
  }
  await sql(
    `update campaigns set state = 'FINISHED', started_at = '2026-01-01T00:00:00Z', template_id = id, total = 6 where id = $1`,
    [campaign],
  );
});
afterAll(() => server.close());

const recipients = async (who: Member, query = '') =>
  (await call<Page>(who, 'GET', `/campaigns/${campaign}/recipients${query}`)).body;
const names = async (query: string) =>
  (await recipients(team.owner, query)).data.map(({ phone_number }) => Number(phone_number?.slice(-1)));

test('recipients are in order, paged, and filtered by state, reason, response, name and number', async () => {
  const first = await recipients(team.owner, '?limit=4');
  expect(first.data.map(({ state }) => state)).toEqual(['READ', 'FAILED', 'FAILED', 'CAPPED']);
  const rest = await recipients(team.owner, `?limit=4&cursor=${first.next_cursor}`);
  expect(rest).toMatchObject({
    data: [{ state: 'UNKNOWN', reason: 'unknown' }, { state: 'SKIPPED' }],
    next_cursor: null,
  });
  expect(first.data[1]?.error).toMatchObject({ message: failedStates.message, next_step: failedStates.next_step });
  expect(await names('?state=FAILED&state=CAPPED')).toEqual([2, 3, 4]);
  expect(await names('?reason=opted_out')).toEqual([6]);
  expect(await names('?reason=unknown')).toEqual([5]);
  expect(await names('?after=replied')).toEqual([1]);
  expect(await names('?after=tapped')).toEqual([1]);
  expect(await names('?after=opted_out')).toEqual([]);
  expect(await names('?search=OTT')).toEqual([1]);
  expect(await names('?search=0000003')).toEqual([3]);
  expect((await call(team.owner, 'GET', `/campaigns/${campaign}/recipients?cursor=abc`)).status).toBe(422);
});

test('failures are grouped by reason, with count, message and the time for a retry', async () => {
  const { body } = await call<{ data: object[] }>(team.owner, 'GET', `/campaigns/${campaign}/failures`);
  expect(body.data).toEqual([
    {
      state: 'FAILED',
      reason: 'whatsapp_131026',
      provider_code: 131026,
      message: failedStates.message,
      next_step: failedStates.next_step,
      count: 2,
      retry_after: null,
    },
    expect.objectContaining({
      state: 'CAPPED',
      reason: 'whatsapp_131049',
      count: 1,
      retry_after: '2026-01-02T00:00:00.000Z',
    }),
    expect.objectContaining({ state: 'UNKNOWN', reason: 'unknown', provider_code: null, count: 1, retry_after: null }),
  ]);
});

const file = async (who: Member, query = '') =>
  fetch(`${server.url}/api/campaigns/${campaign}/recipients/export${query}`, {
    headers: { authorization: `Bearer ${await team.tokenOf(who)}` },
  });

test('the file has the filtered recipients, harmless to spreadsheets; members who may not export get none', async () => {
  const whole = await (await file(team.owner)).text();
  const lines = whole.trimEnd().split('\r\n');
  expect(lines).toHaveLength(7);
  expect(lines[0]).toContain('Name,Phone number,State,Reason');
  expect(lines[1]).toContain('Otto,+4915100000001,READ');
  expect(lines[2]?.startsWith(`'=cmd(),+4915100000002,FAILED,whatsapp_131026,${failedStates.message}`)).toBe(true);
  expect((await (await file(team.owner, '?state=SKIPPED')).text()).trimEnd().split('\r\n')).toHaveLength(2);
  await limit(limited, { no_export: true });
  expect((await file(limited)).status).toBe(403);
});

describe('visibility', () => {
  test('a member limited to a channel sees no broadcast of another, nor any of its rows', async () => {
    await limit(limited, { channel_ids: [channels[1]] });
    for (const path of ['', '/recipients', '/failures', '/events', '/recipients/export']) {
      expect((await call(limited, 'GET', `/campaigns/${campaign}${path}`)).status, path).toBe(404);
    }
    expect((await call<Page>(limited, 'GET', '/campaigns')).body.data).toEqual([]);
    const refused = await call(limited, 'POST', '/campaigns', { name: 'Mine', channel_id: channels[0] });
    expect(refused).toMatchObject({ status: 422, body: { error: { data: [{ field: 'channel_id' }] } } });
    expect((await call(limited, 'POST', '/campaigns', { name: 'Mine', channel_id: channels[1] })).status).toBe(201);
  });

  test('a member without numbers gets none, in no row, value, check or file, and cannot search by one', async () => {
    await limit(masked, { mask_phone_numbers: true });
    const page = await recipients(masked);
    const text = JSON.stringify(page);
    expect(text).not.toMatch(/49151000000/);
    expect(page.data[0]).toMatchObject({ name: 'Otto', phone_number: null, phone_masked: '49••••••••001' });
    expect((await recipients(masked, '?search=0000003')).data).toEqual([]);
    expect((await recipients(masked, '?search=4915100000006')).data).toEqual([]);
    expect(await (await file(masked)).text()).not.toMatch(/49151000000/);
    const shown = await call<{ audience: { phone_numbers: string[] }; version: number }>(
      masked,
      'GET',
      `/campaigns/${campaign}`,
    );
    expect(JSON.stringify(shown.body)).not.toContain('15112345678');
    const check = { channel_id: channels[0], show: { receiving: true } };
    const contactsOf = (audience: object) =>
      call<Page>(masked, 'POST', '/campaigns/audience/people', { ...check, audience });
    expect((await contactsOf({ phone_numbers: ['+4915100000001'] })).status).toBe(403);
    const behind = await contactsOf({ filter: { all: [] } });
    expect(behind.body.data).toContainEqual(expect.objectContaining({ name: 'Otto', phone_number: null }));
    expect(JSON.stringify(behind.body)).not.toMatch(/4915100000001/);
  });

  test('the feed shows members no more than the pages do', async () => {
    const typed = '+4915133333333';
    const [restricted, blind] = await Promise.all(
      [limited, masked].map(async (who) => signInSyncConnection(server.url, await team.tokenOf(who))),
    );
    if (restricted === undefined || blind === undefined) throw new Error('nobody signed in');
    const ids: string[] = [];
    for (const channel_id of channels) {
      const audience = { phone_numbers: [typed] };
      const { body } = await call<{ id: string }>(team.owner, 'POST', '/campaigns', {
        name: 'Fed',
        channel_id,
        audience,
      });
      ids.push(body.id);
    }
    const seen = await until(async () => restricted.changes().find(({ id }) => id === ids[1]));
    expect(seen).toMatchObject({ marker: 'NEW', data: { audience: { phone_numbers: [typed] } } });
    expect(restricted.changes().filter(({ id, data }) => id === ids[0] && data !== null)).toEqual([]);
    await until(async () => blind.changes().find(({ id }) => id === ids[1]));
    expect(JSON.stringify(blind.changes())).not.toContain('15133333333');
    restricted.close();
    blind.close();
  });

  test('masked numbers that are sent back stay unchanged', async () => {
    const typed = ['+49 151 12345678', '0151 99999999'];
    const { body } = await call<{ id: string }>(team.owner, 'POST', '/campaigns', {
      name: 'Typed',
      channel_id: channels[0],
      audience: { phone_numbers: typed },
    });
    const seen = await call<{ audience: { phone_numbers: string[] } }>(masked, 'GET', `/campaigns/${body.id}`);
    const same = seen.body.audience.phone_numbers;
    const put = (phone_numbers: string[]) =>
      call(masked, 'PUT', `/campaigns/${body.id}`, { audience: { phone_numbers } });
    expect((await put([...same, '+4915177777777'])).status).toBe(403);
    expect((await put(same)).status).toBe(200);
    const now = await call<{ audience: { phone_numbers: string[] } }>(team.owner, 'GET', `/campaigns/${body.id}`);
    expect(now.body.audience.phone_numbers).toEqual(typed);
  });

  test('a member who sees assigned conversations sees their own broadcasts, to visible contacts', async () => {
    await limit(assigned, { only_assigned: true });
    expect((await call(assigned, 'GET', `/campaigns/${campaign}`)).status).toBe(404);
    const audience = { phone_numbers: ['+4915100000001', '+4915188888888'], filter: { all: [] } };
    const asked = { channel_id: channels[0], audience };
    const before = await call(assigned, 'POST', '/campaigns/audience', asked);
    expect(before.body).toMatchObject({ total: 2, will_receive: 1, excluded: [{ reason: 'not_seen', count: 1 }] });
    const unseen = await call<Page>(assigned, 'POST', '/campaigns/audience/people', {
      ...asked,
      show: { reason: 'not_seen' },
    });
    expect(unseen.body.data).toEqual([{ contact_id: null, name: '', phone_number: '4915100000001', values: {} }]);
    await sql(
      `insert into threads (client_id, id, channel_id, contact_id, to_phone, assignee_id) values ($1, $2, $3, $4, '4915100000001', $5)`,
      [team.clientId, newId(), channels[0], contactId, assigned.uid],
    );
    const after = await call(assigned, 'POST', '/campaigns/audience', asked);
    expect(after.body).toMatchObject({ total: 2, will_receive: 2, duplicates: 1, excluded: [] });
    const mine = await call<{ id: string }>(assigned, 'POST', '/campaigns', { name: 'Mine', ...asked });
    expect(
      (await call<{ data: { id: string }[] }>(assigned, 'GET', '/campaigns')).body.data.map(({ id }) => id),
    ).toEqual([mine.body.id]);
  });
});

describe('deleted and merged contacts', () => {
  test('two contacts of a broadcast that are merged get one message, and are separate again after an undo', async () => {
    const twin = (
      await call<{ id: string }>(team.owner, 'POST', '/contacts', { phone_number: '+4915100000099', name: 'Otto' })
    ).body.id;
    await sql(
      `insert into campaign_recipients (client_id, campaign_id, n, recipient_key, contact_id, name, phone_number, state)
       values ($1, $2, 50, 'c:' || $3, $3::uuid, 'Otto', '4915100000099', 'QUEUED')`,
      [team.clientId, campaign, twin],
    );
    await sql(`update campaign_recipients set message_id = gen_random_uuid() where campaign_id = $1 and n = 1`, [
      campaign,
    ]);
    const merged = await call<{ id: string }>(team.owner, 'POST', '/contacts/merge', {
      contact_id: contactId,
      merge_ids: [twin],
    });
    expect(merged.status, JSON.stringify(merged.body)).toBeLessThan(300);
    const rows = () =>
      sql(
        'select contact_id, state, reason from campaign_recipients where campaign_id = $1 and n in (1, 50) order by n',
        [campaign],
      );
    expect(await rows()).toMatchObject([
      { contact_id: contactId, state: 'READ' },
      { contact_id: contactId, state: 'SKIPPED', reason: 'duplicate' },
    ]);
    const undone = await call(team.owner, 'POST', `/contacts/merges/${merged.body.id}/undo`, {});
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(await rows()).toMatchObject([{ contact_id: contactId }, { contact_id: twin }]);
  });

  test('nothing of an erased contact stays in any broadcast, and unsent messages are not sent', async () => {
    const number = '4915155555555';
    const gone = (
      await call<{ id: string }>(team.owner, 'POST', '/contacts', { phone_number: `+${number}`, name: 'Zebrafinch' })
    ).body.id;
    const audience = {
      contact_ids: [gone, contactId],
      phone_numbers: ['0049 151 555 55 555', '+4915100000001'],
      filter: { field: 'phone_number', op: 'is', value: number },
      selection: { ids: [gone] },
    };
    const { body } = await call<{ id: string }>(team.owner, 'POST', '/campaigns', {
      name: 'Erased',
      channel_id: channels[0],
      audience,
    });
    await sql(
      `insert into campaign_recipients (client_id, campaign_id, n, recipient_key, contact_id, name, phone_number, state, "values")
       values ($1, $2, 1, 'c:' || $3, $3::uuid, 'Zebrafinch', $4, 'QUEUED', '{"body.who": "Zebrafinch"}'),
         ($1, $5, 60, 'p:' || $4, null, '', $4, 'READ', '{}')`,
      [team.clientId, body.id, gone, number, campaign],
    );
    const order = await call(team.owner, 'POST', `/contacts/${gone}/erase`, { confirm: 'ERASE' });
    expect(order.status, JSON.stringify(order.body)).toBeLessThan(300);
    await until(async () => (await sql('select from erasures where state <> $1', ['done'])).length === 0, 60_000);
    for (const table of ['campaigns', 'campaign_recipients', 'campaign_events']) {
      for (const needle of [gone, number, '55 555', 'Zebrafinch']) {
        const found = await sql(`select from ${table} t where position($1 in t::text) > 0`, [needle]);
        expect(found, `${needle} in ${table}`).toEqual([]);
      }
    }
    const [skipped] = await sql('select state, reason, contact_id from campaign_recipients where campaign_id = $1', [
      body.id,
    ]);
    expect(skipped).toEqual({ state: 'SKIPPED', reason: 'no_way_to_reach', contact_id: null });
    const now = await call<{ audience: object }>(team.owner, 'GET', `/campaigns/${body.id}`);
    expect(now.body.audience).toEqual({ contact_ids: [contactId], phone_numbers: ['+4915100000001'] });
  });
});
