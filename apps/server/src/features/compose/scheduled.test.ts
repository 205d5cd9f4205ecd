import type { Message, Template } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites, getMessage, queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { addMember, bearer, createUser } from '../../testing/users.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/* Composed messages that are sent later. */

let world: World;
let templateId: string;
beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
  const { data } = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body;
  templateId = (data as Template[]).find(({ name }) => name === 'hello_world')?.id ?? '';
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const greeting = (to = `+${freshPhone()}`) => ({
  id: newId(),
  to,
  type: 'template' as const,
  template: { id: templateId },
});
const compose = (messages: object[], sendAt: string, token = world.token) =>
  world.apiAs(token)('POST /api/compose', {
    body: { channel_id: world.channelId, messages, send_at: sendAt } as never,
  });
const history = async (query: object = {}, token = world.token) =>
  (await world.apiAs(token)('GET /api/compose/history', { query: query as never })).body as { data: Message[] };
/** Its time has come. */
const makeDue = (id: string) =>
  sql(`update scheduled_messages set send_at = now() - interval '1 second' where id = $1`, [id]);
const problemsOf = (answer: { body: unknown }) =>
  (answer.body as { error: { data: { field: string; msg: string }[] } }).error.data;

describe('scheduled for several', () => {
  test('they wait in the history with their time, and leave once each when it comes', async () => {
    const messages = [greeting(), greeting()];
    const at = inHours(5);
    const made = await compose(messages, at);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((made.body as { data: Message[] }).data).toMatchObject([
      { id: messages[0]?.id, send_state: 'scheduled', send_at: at },
      { id: messages[1]?.id, send_state: 'scheduled', send_at: at },
    ]);
    // The answer was lost: the same call writes nothing.
    expect((await compose(messages, at)).status).toBe(200);
    expect(await compose(messages, inHours(6))).toMatchObject({ status: 409 });
    const ids = messages.map(({ id }) => id).sort();
    const listed = await history({ send_state: 'scheduled' });
    expect(listed.data.map(({ id }) => id).sort()).toEqual(ids);
    expect((await history({ status: 0 })).data).toEqual([]);
    for (const id of ids) await makeDue(id);
    await until(async () => {
      const rows = await Promise.all(ids.map((id) => getMessage(world, id)));
      return rows.every(({ status }) => status >= 1) ? true : null;
    });
    expect((await history({ send_state: 'scheduled' })).data).toEqual([]);
    expect((await history()).data.map(({ id }) => id).sort()).toEqual(ids);
    expect(await sql('select from messages where id = any($1)', [ids])).toHaveLength(2);
  });

  test('another time, now, or not at all', async () => {
    const [later, now, never] = [greeting(), greeting(), greeting()];
    await compose([later, now, never], inHours(3));
    const [row] = (await history()).data.filter(({ id }) => id === later.id);
    const at = inHours(30);
    const moved = await world.api('PUT /api/messages/{id}', {
      params: { id: later.id },
      body: { send_at: at, version: row?.version },
    } as never);
    expect(moved).toMatchObject({ status: 200, body: { send_at: at, send_state: 'scheduled' } });
    expect(
      (await world.api('PUT /api/messages/{id}', { params: { id: now.id }, body: { send_at: null } })).status,
    ).toBe(200);
    await until(async () => ((await getMessage(world, now.id)).status >= 1 ? true : null));
    expect((await world.api('DELETE /api/messages/{id}', { params: { id: never.id } })).status).toBe(200);
    const left = (await history()).data.map(({ id }) => id);
    expect(left).toContain(later.id);
    expect(left).not.toContain(never.id);
    // A cancelled one is not scheduled again by a repetition of the call.
    expect(await compose([later, now, never], inHours(3))).toMatchObject({ status: 409 });
  });
});

describe('refused', () => {
  test('a time that is over or too far away, and every recipient with a problem, at their fields; nothing is written', async () => {
    const before = await sql('select count(*)::int as n from scheduled_messages');
    for (const at of [inHours(-1), inHours(24 * 400)]) {
      const answer = await compose([greeting()], at);
      expect(answer.status).toBe(422);
      expect(problemsOf(answer).map(({ field }) => field)).toEqual(['send_at']);
    }
    const blocked = freshPhone();
    const contact = await world.api('POST /api/contacts', { body: { phone_number: blocked } });
    await sql(
      `insert into suppressions (client_id, contact_id, source, scope, active, provider_at) values ($1, $2, 'manual', 'all', true, now())`,
      [world.clientId, contact.body.id],
    );
    await sql('update contacts set opted_out_at = now() where id = $1', [contact.body.id]);
    const answer = await compose([greeting(), greeting(`+${blocked}`), { ...greeting(), to: 'nobody' }], inHours(2));
    expect(problemsOf(answer).map(({ field }) => field)).toContain('messages.2.to');
    const only = await compose([greeting(), greeting(`+${blocked}`)], inHours(2));
    expect(problemsOf(only)).toMatchObject([{ field: 'messages.1.to' }]);
    expect(await sql('select count(*)::int as n from scheduled_messages')).toEqual(before);
  });

  test('when its time comes: the window is closed, or they opted out since', async () => {
    const phone = freshPhone();
    await customerWrites(world, phone, 'Hello');
    const text = { id: newId(), to: `+${phone}`, type: 'text' as const, text: { body: 'See you' } };
    const template = greeting();
    expect((await compose([text, template], inHours(2))).status).toBe(201);
    await sql(
      `update threads set window_expires_at = now() - interval '1 minute' where id = (select thread_id from scheduled_messages where id = $1)`,
      [text.id],
    );
    const [{ contact_id: contact } = { contact_id: '' }] = await sql<{ contact_id: string }>(
      'select t.contact_id from scheduled_messages s join threads t on t.id = s.thread_id where s.id = $1',
      [template.id],
    );
    await sql(
      `insert into suppressions (client_id, contact_id, source, scope, active, provider_at) values ($1, $2, 'manual', 'all', true, now())`,
      [world.clientId, contact],
    );
    await sql('update contacts set opted_out_at = now() where id = $1', [contact]);
    for (const { id } of [text, template]) await makeDue(id);
    await until(async () => {
      const rows = await Promise.all([text, template].map(({ id }) => getMessage(world, id)));
      return rows.every(({ send_state: state }) => state === 'held') ? true : null;
    });
    expect((await getMessage(world, text.id)).held_reason).toBe('window_closed');
    expect((await getMessage(world, template.id)).held_reason).toBe('suppressed');
  });
});

test('a member limited to assigned conversations sees only theirs', async () => {
  const message = greeting();
  await compose([message], inHours(2));
  const auth = await createAuth(world.server.platform);
  const other = await createUser(world.server.owner);
  await addMember(world.server.owner, world.clientId, other, 'User');
  const restrictions = { only_assigned: true };
  await world.api('PUT /api/team/{user_id}', { params: { user_id: other.uid }, body: { restrictions } });
  const { authorization } = await bearer(auth, other, { clientId: world.clientId, role: 'User' });
  const token = authorization.replace('Bearer ', '');
  const seen = await history({}, token);
  expect(seen.data.map(({ id }) => id)).not.toContain(message.id);
});
