import type { AuditEvent } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailText } from '../../platform/auth/audit.ts';
import { type Statement, statement } from '../../platform/db/sql.ts';
import { newId } from '../../platform/ids.ts';
import { flowOf, say } from '../../testing/automations.ts';
import { importsOf } from '../../testing/imports.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { until } from '../../testing/world.ts';
import { deleteOldAuditEvents } from './audit-repo.ts';

let server: TestServer;
let team: Team;
let admin: Member;
let user: Member;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  admin = await team.add('Admin');
  user = await team.add('User');
});
afterAll(() => server.close());

type Page = { data: AuditEvent[]; next_cursor: string | null };

async function read(query = '', who: Member = team.owner): Promise<Page> {
  const answer = await team.call<Page>(who, 'GET', `/audit-events?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const newest = async (action: string) => (await read(`action=${action}&limit=1`)).data[0];

async function add(phone_number: string): Promise<string> {
  const made = await team.call<{ id: string }>(admin, 'POST', '/contacts', { phone_number, name: 'Otto' });
  expect(made.status).toBe(201);
  return made.body.id;
}

describe('recorded events', () => {
  it('account settings with old and new values, and nothing when nothing changed', async () => {
    await team.call(admin, 'PUT', '/client', { name: 'Kestrel & Son', user_restrictions: { no_export: true } });
    await team.call(admin, 'PUT', '/client', { name: 'Kestrel & Son', user_restrictions: { no_export: false } });
    await team.call(admin, 'PUT', '/client', { name: 'Kestrel & Son' });
    const { data } = await read('action=settings.account_changed');
    expect(data).toHaveLength(2);
    expect(data[1]).toMatchObject({ actor: admin.uid, target: team.clientId, ip: '127.0.0.1' });
    expect(data[1]?.detail?.changes).toContainEqual({ field: 'name', from: 'Kestrel shop', to: 'Kestrel & Son' });
    expect(data[0]?.detail?.changes?.map(({ field }) => field)).toEqual(['user_restrictions']);
    expect(data[0]?.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('retention, a channel and a member, with old and new values', async () => {
    await team.call(admin, 'PUT', '/retention', { messages_days: 90 });
    expect((await newest('settings.retention_changed'))?.detail).toEqual({
      changes: [{ field: 'messages_days', from: null, to: 90 }],
    });
    const [channel] = await queryAsOwner<{ id: string; channel_label: string }>(
      server.owner,
      'select id, channel_label from channels where client_id = $1',
      [team.clientId],
    );
    await team.call(admin, 'PUT', `/channels/${channel?.id}`, { channel_label: 'Front desk' });
    expect(await newest('channels.changed')).toMatchObject({
      target: channel?.id,
      detail: { changes: [{ field: 'channel_label', from: channel?.channel_label, to: 'Front desk' }] },
    });
    const other = await team.add('User');
    await team.call(team.owner, 'PUT', `/team/${other.uid}`, { role: 'Admin' });
    expect(await newest('team.member_changed')).toMatchObject({
      actor: team.owner.uid,
      target: other.uid,
      detail: { changes: [{ field: 'role', from: 'User', to: 'Admin' }] },
    });
  });

  it('exports, deletions, restores and erasures', async () => {
    const [one, two] = [await add('+447744110201'), await add('+447744110202')];
    expect((await team.call(admin, 'POST', `/contacts/${one}/data-export`)).status).toBe(202);
    expect(await newest('contacts.person_export_started')).toMatchObject({ target: one, actor: admin.uid });
    const headers = { authorization: `Bearer ${await team.tokenOf(admin)}` };
    expect((await server.app.http.inject({ url: '/api/contacts/export', headers })).statusCode).toBe(200);
    expect(await newest('contacts.exported')).toMatchObject({
      actor: admin.uid,
      detail: { selected_by: ['everything'] },
    });
    const search = { method: 'POST', url: '/api/contacts/export', headers } as const;
    await server.app.http.inject({ ...search, payload: { selection: { search: '447744110' } } });
    expect(await newest('contacts.exported')).toMatchObject({ detail: { selected_by: ['search'] } });
    await team.call(admin, 'DELETE', '/contacts/multi', { ids: [one, two] });
    expect(await newest('contacts.removed')).toMatchObject({ detail: { count: 2, selected_by: ['ids'] } });
    await team.call(admin, 'POST', '/contacts/restore', { ids: [one, two] });
    expect(await newest('contacts.restored')).toMatchObject({ detail: { count: 2 } });
    expect((await team.call(admin, 'POST', `/contacts/${two}/erase`, { confirm: 'ERASE' })).status).toBe(202);
    const erased = await newest('contacts.erased');
    expect(erased).toMatchObject({ target: two, actor: admin.uid });
    const order = { confirm: 'ERASE', id: newId() };
    for (const _time of [1, 2]) {
      expect((await team.call(admin, 'POST', `/contacts/${one}/erase`, order)).status).toBe(202);
    }
    expect((await read('action=contacts.erased')).data.map(({ target }) => target)).toEqual([one, two]);
    // Only ids of customers: an erased contact is in no event.
    const [kept] = await queryAsOwner<{ n: number }>(
      server.owner,
      `select count(*)::int as n from audit_events e where client_id = $1 and (e::text like '%447744110%' or e::text like '%Otto%')`,
      [team.clientId],
    );
    expect(kept?.n).toBe(0);
  });

  it('imports and their undo', async () => {
    const imports = await importsOf(server, team);
    const { id } = await imports.run('Phone,Name\n+447744110301,Ines\n');
    expect(await newest('contacts.import_started')).toMatchObject({ target: id, actor: team.owner.uid });
    expect((await team.call(team.owner, 'POST', `/imports/${id}/undo`)).status).toBe(200);
    expect(await newest('contacts.import_undone')).toMatchObject({ target: id });
  });

  it('what a team works with: made, changed and deleted, with old and new values', async () => {
    const changesOf = async (action: string) => (await newest(action))?.detail?.changes;
    const made = async (path: string, body: object) =>
      (await team.call<{ id: string }>(admin, 'POST', path, body)).body;

    const label = await made('/labels', { name: 'Urgent', color: 'red' });
    await team.call(admin, 'PUT', `/labels/${label.id}`, { name: 'Very urgent' });
    expect(await changesOf('inbox.label_changed')).toEqual([{ field: 'name', from: 'Urgent', to: 'Very urgent' }]);
    await team.call(admin, 'DELETE', `/labels/${label.id}`);
    expect(await newest('inbox.label_deleted')).toMatchObject({ actor: admin.uid, target: label.id });
    expect(await changesOf('inbox.label_deleted')).toContainEqual({ field: 'name', from: 'Very urgent', to: null });

    const list = await made('/contact-lists', { name: 'Spring' });
    await team.call(admin, 'PUT', `/contact-lists/${list.id}`, { name: 'Summer' });
    expect(await changesOf('contacts.list_changed')).toEqual([{ field: 'name', from: 'Spring', to: 'Summer' }]);
    await team.call(admin, 'DELETE', `/contact-lists/${list.id}`);
    expect(await changesOf('contacts.list_deleted')).toContainEqual({ field: 'name', from: 'Summer', to: null });

    const condition = (value: string) => ({ field: 'name', op: 'contains', value });
    const segment = await made('/segments', { name: 'Some', filter: condition('Otto') });
    await team.call(admin, 'PUT', `/segments/${segment.id}`, { filter: condition('Anna') });
    const filter = { field: 'name', op: 'contains' };
    expect(await changesOf('contacts.segment_changed')).toEqual([{ field: 'filter', from: filter, to: filter }]);
    await team.call(admin, 'DELETE', `/segments/${segment.id}`);
    expect(await newest('contacts.segment_deleted')).toMatchObject({ target: segment.id });

    await made('/custom-fields', { name: 'Size' });
    await team.call(admin, 'PUT', '/custom-fields/Size', { hidden: true });
    expect(await changesOf('contacts.field_changed')).toEqual([{ field: 'hidden', from: false, to: true }]);
    await team.call(admin, 'DELETE', '/custom-fields/Size');
    expect(await changesOf('contacts.field_deleted')).toContainEqual({ field: 'name', from: 'Size', to: null });

    const group = await made('/user-groups', { name: 'Sales', member_ids: [] });
    await team.call(admin, 'PUT', `/user-groups/${group.id}`, { member_ids: [user.uid] });
    expect(await changesOf('team.group_changed')).toEqual([{ field: 'member_ids', from: [], to: [user.uid] }]);
    await team.call(admin, 'DELETE', `/user-groups/${group.id}`);
    expect(await newest('team.group_deleted')).toMatchObject({ target: group.id });
  });

  it('shared saved replies with their text, private ones not at all', async () => {
    const before = (await read('action=templates')).data.length;
    const reply = { name: 'Thanks', shortcut: 'thanks', body: 'Thank you' };
    const own = await team.call<{ id: string }>(admin, 'POST', '/session-templates', { ...reply, private: true });
    await team.call(admin, 'PUT', `/session-templates/${own.body.id}`, { body: 'Just for me' });
    expect((await read('action=templates')).data).toHaveLength(before);
    await team.call(admin, 'PUT', `/session-templates/${own.body.id}`, { private: false });
    await team.call(user, 'PUT', `/session-templates/${own.body.id}`, { body: 'Many thanks' });
    expect(await newest('templates.reply_changed')).toMatchObject({
      actor: user.uid,
      target: own.body.id,
      detail: { changes: [{ field: 'body', from: 'Just for me', to: 'Many thanks' }] },
    });
  });

  it('a template’s text before and after, from its creation on', async () => {
    const [channel] = await queryAsOwner<{ id: string }>(server.owner, 'select id from channels where client_id = $1', [
      team.clientId,
    ]);
    const body = (text: string) => [{ type: 'BODY', text }];
    const made = await team.call<{ id: string }>(admin, 'POST', '/templates', {
      ...{
        channel_id: channel?.id,
        name: 'ready',
        language: 'en',
        category: 'UTILITY',
        components: body('It is ready.'),
      },
      submit: false,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await team.call(admin, 'PUT', `/templates/${made.body.id}`, {
      components: body('Come and get it.'),
      submit: false,
    });
    expect((await newest('templates.changed'))?.detail?.changes).toEqual([
      { field: 'components', from: body('It is ready.'), to: body('Come and get it.') },
    ]);
    await team.call(admin, 'DELETE', `/templates/${made.body.id}`);
    expect(await newest('templates.deleted')).toMatchObject({ actor: admin.uid, target: made.body.id });
  });

  it('an automation: each publish with the steps that changed, and when it was turned off and on', async () => {
    const flow = (text: string) => flowOf({ kind: 'message' }, [say('a', text, 'b'), say('b', 'Always')]);
    const { id } = (
      await team.call<{ id: string }>(admin, 'POST', '/automations', { name: 'Hours', flow: flow('One') })
    ).body;
    const act = (what: string) => team.call(admin, 'POST', `/automations/${id}/${what}`);
    expect((await act('publish')).status).toBe(200);
    await team.call(admin, 'PUT', `/automations/${id}`, { name: 'Opening hours', flow: flow('Two') });
    expect((await newest('automations.changed'))?.detail?.changes).toEqual([
      { field: 'name', from: 'Hours', to: 'Opening hours' },
    ]);
    await act('publish');
    const published = await newest('automations.published');
    expect(published).toMatchObject({ actor: admin.uid, target: id });
    expect(published?.detail?.changes).toEqual([
      { field: 'version', from: 1, to: 2 },
      {
        field: 'steps.a',
        from: expect.objectContaining({ text: 'One' }),
        to: expect.objectContaining({ text: 'Two' }),
      },
    ]);
    await act('pause');
    expect((await newest('automations.turned_off'))?.detail?.changes).toEqual([
      { field: 'state', from: 'ON', to: 'OFF' },
    ]);
    await act('resume');
    expect((await newest('automations.turned_on'))?.detail?.changes).toEqual([
      { field: 'state', from: 'OFF', to: 'ON' },
    ]);
    await team.call(admin, 'DELETE', `/automations/${id}`);
    expect(await newest('automations.deleted')).toMatchObject({ actor: admin.uid, target: id });
  });

  it('a webhook, a key, and sessions that an Admin ended', async () => {
    const url = 'https://receiver.invalid/events';
    const { id } = (await team.call<{ id: string }>(admin, 'POST', '/webhooks', { url, events: ['message.sent'] }))
      .body;
    const events = ['message.sent'];
    expect((await newest('webhooks.created'))?.detail?.changes).toEqual([
      { field: 'host', from: null, to: 'receiver.invalid' },
      { field: 'events', from: null, to: events },
      { field: 'format', from: null, to: 'parley' },
      { field: 'state', from: null, to: 'active' },
    ]);
    await team.call(admin, 'PUT', `/webhooks/${id}`, { name: 'Shop' });
    expect((await newest('webhooks.changed'))?.detail?.changes).toEqual([{ field: 'name', from: null, to: 'Shop' }]);
    await team.call(admin, 'POST', '/api-keys', { name: 'Till', scopes: ['contacts:read'], expires_in_days: 30 });
    expect((await newest('settings.api_key_made'))?.detail?.changes).toEqual([
      { field: 'name', from: null, to: 'Till' },
      { field: 'scopes', from: null, to: ['contacts:read'] },
      { field: 'allowed_addresses', from: null, to: [] },
      { field: 'days', from: null, to: 30 },
    ]);
    await team.call(admin, 'DELETE', `/webhooks/${id}`);
    expect((await newest('webhooks.removed'))?.detail?.changes).toContainEqual({
      field: 'events',
      from: events,
      to: null,
    });
    const { data: keys } = (await team.call<{ data: { id: string }[] }>(admin, 'GET', '/api-keys')).body;
    await team.call(admin, 'DELETE', `/api-keys/${keys[0]?.id}`);
    expect((await newest('settings.api_key_revoked'))?.detail?.changes).toEqual([
      { field: 'name', from: 'Till', to: null },
      { field: 'scopes', from: ['contacts:read'], to: null },
      { field: 'allowed_addresses', from: [], to: null },
    ]);
    const other = await team.add('User');
    await team.call(admin, 'POST', `/team/${other.uid}/sign-out`);
    expect(await newest('team.sessions_ended')).toMatchObject({ actor: admin.uid, target: other.uid });
    await team.call(team.owner, 'DELETE', `/team/${other.uid}`);
    expect((await newest('team.member_removed'))?.detail?.changes).toEqual([{ field: 'role', from: 'User', to: null }]);
  });

  it('an invitation from its first offer to its end, and the groups of a member', async () => {
    const email = 'invited@example.com';
    const { id } = (
      await team.call<{ id: string }>(admin, 'POST', '/invitations', { email, role: 'User', send: false })
    ).body;
    expect((await newest('team.invited'))?.detail?.changes).toEqual([
      { field: 'email', from: null, to: email },
      { field: 'role', from: null, to: 'User' },
    ]);
    await team.call(admin, 'PUT', `/invitations/${id}`, { role: 'Admin' });
    expect((await newest('team.invitation_changed'))?.detail?.changes).toContainEqual({
      ...{ field: 'role', from: 'User', to: 'Admin' },
    });
    await team.call(admin, 'POST', `/invitations/${id}/resend`, { send: false });
    expect((await newest('team.invitation_renewed'))?.detail?.changes).toContainEqual({
      ...{ field: 'serial', from: 1, to: 2 },
    });
    await team.call(admin, 'DELETE', `/invitations/${id}`);
    expect((await newest('team.invitation_revoked'))?.detail?.changes).toContainEqual({
      ...{ field: 'role', from: 'Admin', to: null },
    });
    const group = (await team.call<{ id: string }>(admin, 'POST', '/user-groups', { name: 'Night shift' })).body.id;
    await team.call(admin, 'PUT', `/team/${user.uid}`, { group_ids: [group] });
    expect(await newest('team.member_changed')).toMatchObject({
      target: user.uid,
      detail: { changes: [{ field: 'group_ids', from: [], to: [group] }] },
    });
  });

  it('a channel that was removed, and which it was', async () => {
    const [channel] = await queryAsOwner<{ id: string; channel_label: string }>(
      server.owner,
      `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
       values ($1, $2, 'WHATSAPP', 'Old shop', '15550100999', $2::uuid::text, '', '',
         '{"access_token": "", "app_secret": "", "verify_token": ""}') returning id, channel_label`,
      [team.clientId, newId()],
    );
    expect((await team.call(admin, 'DELETE', `/channels/${channel?.id}`)).status).toBe(204);
    expect((await newest('channels.removed'))?.detail?.changes).toEqual([
      { field: 'channel_label', from: 'Old shop', to: null },
      { field: 'kind', from: 'WHATSAPP', to: null },
      { field: 'phone_number', from: '15550100999', to: null },
    ]);
  });

  it('a refused call, once an hour for each actor and route, with its count', async () => {
    for (let n = 0; n < 5; n++) expect((await team.call(user, 'GET', '/invitations')).status).toBe(403);
    const refused = await until(async () => {
      const { data } = await read(`action=access.refused&actor=${user.uid}`);
      const count = data.reduce((sum, { detail }) => sum + (detail?.count ?? 0), 0);
      return count === 5 ? data : null;
    });
    // There are two when the hour ended in between.
    expect(refused.length).toBeLessThanOrEqual(2);
    expect(refused[0]).toMatchObject({ target: 'GET /api/invitations', detail: { route: 'GET /api/invitations' } });
  });
});

it('a caller who is only asked who they are again is not refused access', async () => {
  const session = await team.add('Admin');
  const asked = () => team.call(session, 'POST', '/api-keys', { name: 'Shop', scopes: ['contacts:read'] });
  await queryAsOwner(server.owner, `update sessions set auth_time = now() - interval '1 day' where user_id = $1`, [
    session.uid,
  ]);
  expect((await asked()).body).toMatchObject({ error: { code: 'requires-recent-login' } });
  // Refusals are counted and written in their order.
  expect((await team.call(session, 'POST', '/client/close', { name: 'x' })).status).toBe(403);
  const refused = await until(async () => {
    const { data } = await read(`action=access.refused&actor=${session.uid}`);
    return data.length > 0 ? data : null;
  });
  expect(refused.map(({ target }) => target)).toEqual(['POST /api/client/close']);
});

describe('what an event is about', () => {
  it('is named as it was called then', async () => {
    const made = await team.call<{ id: string }>(admin, 'POST', '/user-groups', { name: 'Early shift' });
    await team.call(admin, 'PUT', `/user-groups/${made.body.id}`, { name: 'Late shift' });
    await team.call(admin, 'DELETE', `/user-groups/${made.body.id}`);
    expect((await newest('team.group_created'))?.detail?.['name']).toBe('Early shift');
    expect((await newest('team.group_changed'))?.detail?.['name']).toBe('Late shift');
    expect((await newest('team.group_deleted'))?.detail?.['name']).toBe('Late shift');
  });
});

describe('the reader', () => {
  it('can be read by Admins and Owners only', async () => {
    expect((await team.call(user, 'GET', '/audit-events')).status).toBe(403);
    expect((await read('', admin)).data.length).toBeGreaterThan(0);
  });

  it('lists all events in pages, each once, and none of another account', async () => {
    const [all] = await queryAsOwner<{ n: number }>(
      server.owner,
      'select count(*)::int as n from audit_events where client_id = $1',
      [team.clientId],
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await read(`limit=3${cursor}`);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(all?.n ?? 0);
    const stranger = await createTeam(server);
    const otherAccount = await stranger.call<Page>(stranger.owner, 'GET', '/audit-events');
    expect(otherAccount.body.data.map(({ action }) => action)).toEqual(['settings.account_created']);
  });

  it('filters by feature, actor, target and time, and explains invalid filters', async () => {
    expect((await read('action=settings')).data.every(({ action }) => action.startsWith('settings.'))).toBe(true);
    expect((await read(`actor=${admin.uid}`)).data.every(({ actor }) => actor === admin.uid)).toBe(true);
    expect((await read(`target=${team.clientId}`)).data.every(({ target }) => target === team.clientId)).toBe(true);
    expect((await read('until=2020-01-01T00:00:00.000Z')).data).toEqual([]);
    expect((await read('from=2020-01-01T00:00:00.000Z')).data.length).toBeGreaterThan(0);
    for (const wrong of ['cursor=x', 'action=%25', 'from=yesterday', 'limit=1000'])
      expect([wrong, (await team.call(admin, 'GET', `/audit-events?${wrong}`)).status]).toEqual([wrong, 422]);
  });
});

describe('the file', () => {
  it('has every event once with names and changes, by the same filters, and is itself an event', async () => {
    const headers = { authorization: `Bearer ${await team.tokenOf(admin)}` };
    const file = async (query: string) => server.app.http.inject({ url: `/api/audit-events/export${query}`, headers });
    const count = async () => {
      const query = 'select count(*)::int as n from audit_events where client_id = $1';
      const [row] = await queryAsOwner<{ n: number }>(server.owner, query, [team.clientId]);
      return row?.n ?? 0;
    };
    // Some events are written after the answer: none of them may come between.
    const { all, n } = await until(async () => {
      const before = await count();
      const found = await file('');
      const after = await count();
      return after === before + 1 && { all: found, n: after };
    });
    expect(all.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"');
    // The heading stands where the event of the file itself comes later.
    expect(all.body.trimEnd().split('\r\n')).toHaveLength(n);
    expect((await newest('settings.audit_exported'))?.actor).toBe(admin.uid);
    const changed = (await file('?action=settings.account_changed')).body;
    expect(changed).toContain('name: Kestrel shop → Kestrel & Son');
    expect(changed).not.toContain('contacts.exported');
    const asUser = { authorization: `Bearer ${await team.tokenOf(user)}` };
    const refused = await server.app.http.inject({ url: '/api/audit-events/export', headers: asUser });
    expect(refused.statusCode).toBe(403);
  });
});

describe('append-only', () => {
  const change = (set: string) => statement(`test.${set}`, `update audit_events set ${set} where client_id = $1`);
  const remove = statement('test.delete_audit_events', 'delete from audit_events where client_id = $1');

  it('the database refuses to change or delete events, whatever the application does', async () => {
    const kept = await createTeam(server);
    await kept.call(kept.owner, 'PUT', '/client', { name: 'Kestrel & Son' });
    const rows = () =>
      queryAsOwner(server.owner, 'select * from audit_events where client_id = $1 order by id', [kept.clientId]);
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    const { db } = server.platform;
    const values = [kept.clientId];
    for (const refused of [change(`actor = 'x'`), change(`detail = null`), remove]) {
      await expect(db.withTenant(kept.clientId, (tx) => tx.run(refused, values))).rejects.toThrow(/permission denied/);
    }
    // The role of maintenance deletes by age and counts refused calls, nothing else.
    const asMaintenance = (refused: Statement) => db.system.transaction('maintenance', (tx) => tx.run(refused, values));
    await expect(asMaintenance(change(`actor = 'x'`))).rejects.toThrow(/permission denied/);
    await expect(asMaintenance(change(`detail = '{"count": 2}'`))).rejects.toThrow(/audit events are never changed/);
    expect(await rows()).toEqual(before);
  });
});

describe('retention', () => {
  it('deletes events after 400 days, and beyond a number of events of one account', async () => {
    const busy = await createTeam(server);
    await queryAsOwner(
      server.owner,
      `insert into audit_events (client_id, id, actor, action, at)
       select $1, gen_random_uuid(), 'x', 'x.y', now() - make_interval(days => n * 100) from generate_series(1, 6) n`,
      [busy.clientId],
    );
    await queryAsOwner(server.owner, `update audit_events set at = at - interval '2 days' where client_id = $1`, [
      busy.clientId,
    ]);
    const left = async () =>
      (
        await queryAsOwner<{ age: number }>(
          server.owner,
          `select extract(day from now() - at)::int as age from audit_events where client_id = $1 order by at desc`,
          [busy.clientId],
        )
      ).map(({ age }) => age);
    const cleanUp = (most: number) =>
      server.platform.db.system.transaction('maintenance', (tx) => deleteOldAuditEvents(tx, most));
    await cleanUp(100_000);
    expect(await left()).toEqual([2, 102, 202, 302]);
    // Accounts without an event in the last day are not counted.
    await cleanUp(2);
    expect(await left()).toEqual([2, 102, 202, 302]);
    await busy.call(busy.owner, 'PUT', '/client', { name: 'Kestrel & Son' });
    await cleanUp(2);
    expect(await left()).toEqual([0, 2]);
  });

  it('is limited: long values are cut, and a detail that is still too long says so', () => {
    const long = { field: 'website', from: 'x'.repeat(1_000_000), to: 'y' };
    expect(detailText({ changes: [long] }).length).toBeLessThan(1_000);
    const many = detailText({ route: 'PUT /api/client', changes: Array.from({ length: 5_000 }, () => long) });
    expect(JSON.parse(many)).toEqual({
      route: 'PUT /api/client',
      fields: Array.from({ length: 50 }, () => 'website'),
      too_long: true,
    });
  });
});
