// @module-tag data
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, textBody } from '../../../testing/inbox.ts';
import { sendQueries } from '../../../testing/send-queries.ts';
import { testWorld, type World } from '../../../testing/world.ts';

let world: World;
let bot: World['api'];

beforeAll(async () => {
  world = await testWorld();
  const key = await world.api('POST /api/api-keys', { body: { name: 'Bot', scopes: ['messages:write'] } });
  bot = world.apiAs((key.body as { key: string }).key);
});
afterAll(() => world.close());

const { sql } = sendQueries(() => world);

type Thread = Awaited<ReturnType<typeof customerWrites>>;
const answer = (thread: Thread, more: object = {}) =>
  bot('POST /api/messages', {
    body: { ...textBody(thread, 'From the bot'), yield_to_members: true, ...more } as never,
  });
const memberWrites = (thread: Thread) => world.api('POST /api/messages', { body: textBody(thread, 'From a member') });

describe('a program that yields to members', () => {
  test('answers while no member does, and is refused after one wrote', async () => {
    const thread = await customerWrites(world);
    expect((await answer(thread)).status).toBe(201);
    await memberWrites(thread);
    expect(await answer(thread)).toMatchObject({
      status: 409,
      body: { error: { code: 'member_answers', message: expect.stringContaining('A member of the team answers') } },
    });
    expect((await answer(thread, { yield_to_members: false })).status, 'it need not ask').toBe(201);
  });

  test('answers again half an hour after the member’s last message, and once the conversation is done', async () => {
    const thread = await customerWrites(world);
    const mine = await memberWrites(thread);
    await sql("update messages set created_at = created_at - interval '31 minutes' where id = $1", [mine.body.id]);
    expect((await answer(thread)).status).toBe(201);
    await memberWrites(thread);
    expect((await answer(thread)).status).toBe(409);
    await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { state: 'DONE' } });
    expect((await answer(thread)).status).toBe(201);
  });

  test('a bot and a member who write at the same moment: never the bot after the member', async () => {
    for (let round = 0; round < 8; round++) {
      const thread = await customerWrites(world);
      await Promise.all([answer(thread), memberWrites(thread), answer(thread), memberWrites(thread), answer(thread)]);
      const rows = await sql<{ created_by: string }>(
        "select created_by from messages where thread_id = $1 and direction = 'OUTGOING' order by sort_at, id",
        [thread.id],
      );
      const authors = rows.map(({ created_by: by }) => (by.startsWith('api:') ? 'bot' : 'member'));
      expect(authors.lastIndexOf('bot')).toBeLessThan(authors.indexOf('member'));
    }
  });

  test('a message cannot both wait and yield', async () => {
    const thread = await customerWrites(world);
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    expect((await answer(thread, { send_at, id: newId() })).status).toBe(422);
  });
});
