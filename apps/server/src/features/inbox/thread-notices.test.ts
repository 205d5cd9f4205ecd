import type { Thread, ThreadEvent } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, insertOutgoing, queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { postAccountUpdate } from '../../testing/webhooks.ts';
import { nowS, testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const linesOf = async ({ id }: Thread): Promise<ThreadEvent[]> =>
  (await world.api('GET /api/threads/{id}/events', { params: { id } })).body.data;
const ofTemplates = async (thread: Thread) =>
  (await linesOf(thread)).filter(({ kind }) => kind.startsWith('template_'));
const setState = (state: 'ACTIVE' | 'PAUSED') =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });
/** WhatsApp's times are whole seconds: what happened so far is before all that is written from now on. */
const makePast = () =>
  sql(`update thread_notices set at = at - interval '1 minute' where client_id = $1`, [world.clientId]);
let at = nowS() - 5_000;
const event = (name: string, kind: string, reason: string) => {
  at += 10;
  return postAccountUpdate(
    world,
    'message_template_status_update',
    {
      message_template_id: '77',
      message_template_name: name,
      message_template_language: 'en-US',
      event: kind,
      reason,
    },
    at,
  );
};

/** The template was sent in the conversation so long ago. */
async function sent(thread: Thread, name: string, ago: string): Promise<void> {
  const id = await insertOutgoing(world, thread, { status: 2, sendState: 'accepted' });
  await sql(
    `update messages set type = 'template', content = $2, sort_at = now() - $3::interval where client_id = $4 and id = $1`,
    [id, JSON.stringify({ name, language: { code: 'en_US' } }), ago, world.clientId],
  );
}

test('a number that is paused, disconnected and connected again is a line of its conversations, one row for all', async () => {
  const [recent, old] = [await customerWrites(world, freshPhone()), await customerWrites(world, freshPhone())];
  await sql(`update messages set sort_at = now() - interval '8 days' where client_id = $1 and thread_id = $2`, [
    world.clientId,
    old.id,
  ]);
  await setState('PAUSED');
  await setState('PAUSED');
  await setState('ACTIVE');
  await sql(
    `update channels set state = 'PAUSED', state_reason = 'The access token has ended', version = version + 1 where id = $1`,
    [world.channelId],
  );
  await setState('ACTIVE');
  const lines = await linesOf(recent);
  expect(lines.map(({ kind, detail, created_by, thread_id }) => [kind, detail, created_by, thread_id])).toEqual([
    ['channel_connected', {}, 'webhook', recent.id],
    ['channel_disconnected', { reason: 'The access token has ended' }, 'webhook', recent.id],
    ['channel_resumed', {}, 'webhook', recent.id],
    ['channel_paused', {}, 'webhook', recent.id],
  ]);
  expect(await linesOf(old)).toEqual([]);
  const [rows] = await sql<{ n: number }>('select count(*)::int as n from thread_notices where client_id = $1', [
    world.clientId,
  ]);
  expect(rows?.n).toBe(4);
  // A conversation that begins now knows nothing of it, and the lines have ids of their own in each conversation.
  await makePast();
  const later = await customerWrites(world, freshPhone());
  expect(await linesOf(later)).toEqual([]);
  const other = await customerWrites(world, freshPhone());
  await setState('PAUSED');
  await setState('ACTIVE');
  const ids = [...(await linesOf(later)), ...(await linesOf(other))].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
});

test('its pages continue across notices and activity', async () => {
  await makePast();
  const thread = await customerWrites(world, freshPhone());
  const put = (state: 'DONE' | 'ACTIVE') =>
    world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { state } });
  await setState('PAUSED');
  await put('DONE');
  await setState('ACTIVE');
  await put('ACTIVE');
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
    const { body } = await world.api('GET /api/threads/{id}/events', { params: { id: thread.id }, query });
    seen.push(...body.data.map(({ kind }) => kind));
    cursor = body.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(['reopened', 'channel_resumed', 'done', 'channel_paused']);
});

test('a paused template is a line where it was sent in the week before, and so is its return', async () => {
  const [used, long, never] = [
    await customerWrites(world, freshPhone()),
    await customerWrites(world, freshPhone()),
    await customerWrites(world, freshPhone()),
  ];
  await event('spring_offer', 'APPROVED', 'NONE');
  await sent(used, 'spring_offer', '1 day');
  await sent(long, 'spring_offer', '8 days');
  await sent(never, 'another_offer', '1 day');
  await event('spring_offer', 'PAUSED', 'FIRST_PAUSE');
  await event('spring_offer', 'PAUSED', 'FIRST_PAUSE');
  await until(async () => ((await ofTemplates(used)).length > 0 ? true : undefined));
  await event('spring_offer', 'APPROVED', 'NONE');
  await until(async () => ((await ofTemplates(used)).length > 1 ? true : undefined));
  const template = { template_name: 'spring_offer', template_language: 'en_US' };
  expect((await ofTemplates(used)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ['template_resumed', template],
    ['template_paused', { ...template, reason: 'FIRST_PAUSE' }],
  ]);
  expect(await ofTemplates(long)).toEqual([]);
  expect(await ofTemplates(never)).toEqual([]);
});

test('a number that comes and goes keeps its latest 200 lines, and all leave after 90 days', async () => {
  for (let n = 0; n < 210; n++) {
    await sql('update channels set state = $2, state_reason = $3 where id = $1', [
      world.channelId,
      n % 2 === 0 ? 'PAUSED' : 'ACTIVE',
      n % 2 === 0 ? 'Lost' : null,
    ]);
  }
  const count = async () =>
    (
      await sql<{ n: number }>('select count(*)::int as n from thread_notices where channel_id = $1', [world.channelId])
    )[0]?.n;
  expect(await count()).toBe(200);
  await sql(`update thread_notices set at = at - interval '91 days' where channel_id = $1`, [world.channelId]);
  const { deleteOldThreadNotices } = await import('../messaging/threads/thread-notice-repo.ts');
  await world.server.platform.db.system.transaction('maintenance', (tx) => deleteOldThreadNotices(tx));
  expect(await count()).toBe(0);
});
