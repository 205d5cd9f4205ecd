// @module-tag data
import type { ErrorEnvelope } from '@parley/contract/errors';
import type { Message, Thread } from '@parley/contract/types';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { sendQueries } from '../../../testing/send-queries.ts';
import { addMember, createUser, type TestUser } from '../../../testing/users.ts';
import { nowS, testWorld, type World } from '../../../testing/world.ts';

let world: World;
let teammate: World['api'];
let other: TestUser;

beforeAll(async () => {
  world = await testWorld();
  const { createAuth } = await import('../../../testing/auth.ts');
  const auth = await createAuth(world.server.platform);
  other = await createUser(world.server.owner, 'Berta');
  await addMember(world.server.owner, world.clientId, other, 'User');
  teammate = world.apiAs(
    await auth.idTokens.sign({ uid: other.uid, sid: other.sid, account: { clientId: world.clientId, role: 'User' } }),
  );
  // The channel is paused: only the order matters.
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
});
afterAll(() => world.close());

const { sql } = sendQueries(() => world);

/**
 * A step in a conversation: the customer writes, with a clock that is this many seconds off, or one of two members
 * answers.
 */
type Step = { kind: 'customer'; offS: number } | { kind: 'answer'; by: 0 | 1; sawAll: boolean };

const dayS = 86_400;
const anyOff = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -dayS, max: dayS }));
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('customer' as const), offS: anyOff }),
  fc.record({
    kind: fc.constant('answer' as const),
    by: fc.constantFrom(0 as const, 1 as const),
    sawAll: fc.boolean(),
  }),
);

/** The channel's clock, adjustable for a sandbox. */
async function setClock(offS: number): Promise<void> {
  await sql('update channels set clock_offset_ms = $2 where id = $1', [world.channelId, offS * 1000]);
  world.server.platform.notifier.notify('channels', world.channelId);
}

/** The whole conversation as the API returns it, oldest first, read in pages. */
async function conversation(threadId: string): Promise<Message[]> {
  const newestFirst: Message[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: 3, ...(cursor === undefined ? {} : { cursor }) };
    const { body }: { body: { data: Message[]; next_cursor: string | null } } = await world.api(
      'GET /api/threads/{id}/messages',
      { params: { id: threadId }, query },
    );
    newestFirst.push(...body.data);
    cursor = body.next_cursor;
  }
  return newestFirst.toReversed();
}

const placeOf = ({ sort_at, id }: Message) => `${sort_at} ${id}`;

/** One of two members answers, having seen all messages or only the first. */
async function answer(thread: Thread, by: 0 | 1, sawAll: boolean): Promise<void> {
  const call = by === 0 ? world.api : teammate;
  const before = await conversation(thread.id);
  const seen = sawAll ? before.length - 1 : 0;
  const me = by === 0 ? world.user.uid : other.uid;
  const answeredSince = before.slice(seen + 1).some((m) => m.direction === 'OUTGOING' && m.created_by !== me);
  const body = textBody(thread, 'An answer');
  const first = await call('POST /api/messages', { body: { ...body, confirm_seen: before[seen]?.id ?? '' } });
  expect(first.status).toBe(answeredSince ? 409 : 201);
  if (answeredSince) {
    const { newest_message_id: newest } = (first.body as unknown as ErrorEnvelope).error;
    expect(newest).toBe(before.at(-1)?.id);
    expect((await call('POST /api/messages', { body: { ...body, confirm_seen: newest ?? '' } })).status).toBe(201);
  }
  expect((await conversation(thread.id)).map(({ id }) => id)).toEqual([...before.map(({ id }) => id), body.id]);
}

test('a reply is the newest message whatever the clocks say, also through the API', async () => {
  await fc.assert(
    fc.asyncProperty(anyOff, fc.array(anyStep, { maxLength: 7 }), async (channelOffS, steps) => {
      await setClock(channelOffS);
      const from = freshPhone();
      const thread = await customerWrites(world, from, 'Hello', nowS() + channelOffS);
      // The reply window follows these clocks too, and is not tested here.
      await sql("update threads set window_expires_at = now() + interval '9 days' where id = $1", [thread.id]);
      for (const step of steps) {
        if (step.kind === 'answer') await answer(thread, step.by, step.sawAll);
        else await customerWrites(world, from, 'And', nowS() + channelOffS + step.offS);
      }
      const places = (await conversation(thread.id)).map(placeOf);
      expect(places).toHaveLength(new Set(places).size);
      expect(places).toEqual(places.toSorted());
      const { body } = await world.api('GET /api/threads/{id}', { params: { id: thread.id } });
      expect(places.at(-1)).toContain(body.last_message_id);
    }),
    {
      numRuns: 12,
      examples: [
        [3, answers],
        [-dayS, answers],
        [dayS, answers],
      ],
    },
  );
});

/** A member answers an incoming message; the next one has seen that answer or not. */
const answers: Step[] = [
  { kind: 'answer', by: 0, sawAll: true },
  { kind: 'answer', by: 1, sawAll: false },
  { kind: 'customer', offS: 0 },
  { kind: 'answer', by: 0, sawAll: false },
  { kind: 'answer', by: 1, sawAll: true },
];

test('messages of one second are sorted by arrival, including delayed ones', async () => {
  await setClock(0);
  const from = freshPhone();
  const at = nowS() - 60;
  const thread = await customerWrites(world, from, 'one', at);
  await customerWrites(world, from, 'later', at + 30);
  await customerWrites(world, from, 'two', at);
  await customerWrites(world, from, 'three', at);
  expect((await conversation(thread.id)).map(({ text }) => text?.body)).toEqual(['one', 'two', 'three', 'later']);
});

test('a delayed message stays before the next second when its own second is full', async () => {
  await setClock(0);
  const from = freshPhone();
  const at = nowS() - 60;
  const thread = await customerWrites(world, from, 'one', at);
  // As if an answer of the team had been written in the last millisecond of that second.
  const last = new Date(at * 1000 + 999);
  await sql('update messages set sort_at = $2 where thread_id = $1', [thread.id, last]);
  await sql('update threads set last_sort_at = $2 where id = $1', [thread.id, last]);
  await customerWrites(world, from, 'later', at + 1);
  await customerWrites(world, from, 'two', at);
  await customerWrites(world, from, 'three', at);
  expect((await conversation(thread.id)).map(({ text }) => text?.body)).toEqual(['one', 'two', 'three', 'later']);
});
