// @module-tag data
import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, textBody, untilBlocked } from '../../../testing/inbox.ts';
import { sendQueries } from '../../../testing/send-queries.ts';
import { addMember, createUser, type TestUser } from '../../../testing/users.ts';
import { type Api, testWorld, type World } from '../../../testing/world.ts';

let world: World;
let dana: Api;
let danaUser: TestUser;
let key: Api;

const rule = (only_assignee_replies: boolean) => world.api('PUT /api/client', { body: { only_assignee_replies } });
const assign = (thread: Thread, to: string | null, as = world.api) =>
  as('PUT /api/threads/{id}', { params: { id: thread.id }, body: { assignee_id: to } });
const write = (api: Api, thread: Thread, more: object = {}) =>
  api('POST /api/messages', { body: { ...textBody(thread, 'Hello'), ...more } });
const refused = {
  status: 409,
  body: { error: { code: 'assigned_to_other', message: expect.stringContaining('Take it over first') } },
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

beforeAll(async () => {
  world = await testWorld();
  const auth = await (await import('../../../testing/auth.ts')).createAuth(world.server.platform);
  danaUser = await createUser(world.server.owner, 'Dana Whitfield');
  await addMember(world.server.owner, world.clientId, danaUser, 'User');
  const account = { clientId: world.clientId, role: 'User' as const };
  dana = world.apiAs(await auth.idTokens.sign({ uid: danaUser.uid, sid: danaUser.sid, account }));
  const made = await world.api('POST /api/api-keys', { body: { name: 'Shop', scopes: ['messages:write'] } });
  key = world.apiAs((made.body as { key: string }).key);
  await rule(true);
});
afterAll(() => world.close());

const { sql, count } = sendQueries(() => world);

describe('where only the assigned member may reply', () => {
  test('nobody else writes until they took the conversation over; unassigned ones and those of a group are open', async () => {
    const thread = await customerWrites(world);
    expect((await write(world.api, thread)).status, 'unassigned').toBe(201);
    await assign(thread, danaUser.uid);
    const before = await count('messages');
    expect(await write(world.api, thread), 'the Owner too').toMatchObject(refused);
    expect(await count('messages')).toBe(before);
    expect((await write(dana, thread)).status).toBe(201);
    await assign(thread, world.user.uid);
    expect((await write(world.api, thread)).status, 'taken over').toBe(201);
    expect(await write(dana, thread)).toMatchObject(refused);
    const group = await world.api('POST /api/user-groups', { body: { name: 'Service', member_ids: [danaUser.uid] } });
    await world.api('PUT /api/threads/{id}', {
      params: { id: thread.id },
      body: { assignee_id: null, assignee_group_id: group.body.id },
    });
    expect((await write(world.api, thread)).status).toBe(201);
  });

  test('a message that was accepted is returned again after the conversation went to another member', async () => {
    const thread = await customerWrites(world);
    const id = newId();
    const sent = await write(world.api, thread, { id });
    await assign(thread, danaUser.uid);
    expect(await write(world.api, thread, { id })).toMatchObject({ status: 200, body: { id: sent.body.id } });
  });

  test('reactions, scheduled messages, Compose and sending again are bound as well; notes and API keys are not', async () => {
    const from = '447700934101';
    const thread = await customerWrites(world, from);
    const mine = await write(world.api, thread);
    const planned = await write(world.api, thread, { send_at: inAnHour() });
    await assign(thread, danaUser.uid);
    const [incoming] = await sql<{ id: string }>(
      "select id from messages where thread_id = $1 and direction = 'INCOMING'",
      [thread.id],
    );
    const reaction = {
      ...{ id: newId(), channel_id: thread.channel_id, source: 'INBOX', type: 'reaction' },
      reaction: { message_id: incoming?.id, emoji: '👍' },
    };
    expect(await world.api('POST /api/messages', { body: reaction as never })).toMatchObject(refused);
    expect(await write(world.api, thread, { send_at: inAnHour() })).toMatchObject(refused);
    const compose = {
      channel_id: thread.channel_id,
      messages: [{ to: `+${from}`, type: 'text', text: { body: 'Hi' } }],
    };
    expect(await world.api('POST /api/compose', { body: compose as never })).toMatchObject({
      status: 409,
      body: { error: { code: 'assigned_to_other', data: [{ field: 'messages.0.to' }] } },
    });
    for (const body of [{ send_at: null }, { text: { body: 'Other words' } }]) {
      const change = { params: { id: planned.body.id }, body: body as never };
      expect(await world.api('PUT /api/messages/{id}', change)).toMatchObject(refused);
    }
    expect(await world.api('POST /api/messages/{id}/retry', { params: { id: mine.body.id } })).toMatchObject(refused);
    expect(
      (await dana('PUT /api/messages/{id}', { params: { id: planned.body.id }, body: { send_at: null } })).status,
    ).toBe(200);
    expect((await write(key, thread, { source: 'API' })).status).toBe(201);
    const note = { id: newId(), body: 'She asked twice', mentions: { user_ids: [], group_ids: [] } };
    const noted = await world.api('POST /api/threads/{id}/notes', { params: { id: thread.id }, body: note });
    expect(noted.status).toBe(201);
  });

  test('a message that was scheduled before leaves at its time', async () => {
    const thread = await customerWrites(world);
    const planned = await write(world.api, thread, { send_at: inAnHour() });
    await assign(thread, danaUser.uid);
    await sql("update scheduled_messages set send_at = now() - interval '1 second' where id = $1", [planned.body.id]);
    await expect.poll(() => count('messages where id = $1', [planned.body.id]), { timeout: 40_000 }).toBe(1);
  });

  test('a reply that waits while the conversation is given to another member is refused', async () => {
    const thread = await customerWrites(world);
    const { owner } = world.server;
    await owner.query('begin');
    await owner.query('update threads set assignee_id = $2, version = version + 1 where id = $1', [
      thread.id,
      danaUser.uid,
    ]);
    const sending = write(world.api, thread);
    await untilBlocked(owner);
    await owner.query('commit');
    expect(await sending).toMatchObject(refused);
  });

  test('without the rule everyone writes, as before', async () => {
    const thread = await customerWrites(world);
    await assign(thread, danaUser.uid);
    await rule(false);
    expect((await write(world.api, thread)).status).toBe(201);
    await rule(true);
  });
});
