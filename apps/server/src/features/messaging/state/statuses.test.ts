// @module-tag data
import { randomUUID } from 'node:crypto';
import type { Thread } from '@parley/contract/types';
import { type StatusOfOurs, statusOfOurs } from '@parley/whatsapp-fixtures';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, insertOutgoing, type OutgoingRow, untilApplied } from '../../../testing/inbox.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
let thread: Thread;
beforeAll(async () => {
  world = await testWorld();
  thread = await customerWrites(world);
  // The channel is paused: only statuses change the messages.
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
});
afterAll(() => world.close());

type Word = StatusOfOurs['status'] | 'warning';
const ranks: Record<Word, number | null> = { sent: 1, delivered: 2, read: 3, played: 4, failed: -1, warning: null };
const words = Object.keys(ranks) as Word[];

const event = (id: string, word: Word, timestampS: number, messageId?: string) =>
  statusOfOurs({
    id,
    status: word as StatusOfOurs['status'],
    recipient: '447700900118',
    timestampS,
    ...(messageId === undefined ? {} : { messageId }),
    ...(word === 'failed' ? { errors: [{ code: 131026, title: 'Message undeliverable' }] } : {}),
  });

async function rowOf(
  id: string,
): Promise<{ status: number; send_state: string; version: number; attempt: number; error: unknown }> {
  const { rows } = await world.server.owner.query(
    'select status, send_state, version::int as version, attempt, error from messages where client_id = $1 and id = $2',
    [world.clientId, id],
  );
  return rows[0];
}

const stateOf = (status: number) => (status === -1 ? 'failed' : status === 0 ? 'started' : 'accepted');

/** The rule: sent from queued; delivered, read, played from any lower status; failed from queued and sent. */
function expected(before: number, word: Word, older: boolean): number {
  const rank = ranks[word];
  if (rank === null) return before;
  if (rank >= 2) return Math.max(before, rank);
  if (older) return before;
  if (rank === 1) return before === 0 ? 1 : before;
  return before === 0 || before === 1 ? -1 : before;
}

describe('status transitions', () => {
  const cases = [-1, 0, 1, 2, 3, 4].flatMap((before) =>
    words.flatMap((word) =>
      [false, true].flatMap((older) => [true, false].map((withOurId) => ({ before, word, older, withOurId }))),
    ),
  );

  test(`every status before x every event x attempt x way of matching (${cases.length} cases)`, async () => {
    const made: Array<(typeof cases)[number] & { id: string; row: OutgoingRow }> = [];
    const statuses: unknown[] = [];
    for (const one of cases) {
      const [present, earlier] = [freshWamid(), freshWamid()];
      const row = {
        id: randomUUID(),
        status: one.before,
        sendState: stateOf(one.before),
        attempt: 2,
        // Our own id finds the message before the provider's is known.
        providerId: one.withOurId && one.before === 0 && !one.older ? null : present,
        earlier: [earlier],
      };
      await insertOutgoing(world, thread, row);
      made.push({ ...one, id: row.id, row });
      statuses.push(event(one.older ? earlier : present, one.word, nowS(), one.withOurId ? row.id : undefined));
    }
    expect(await world.deliver({ statuses })).toBe(200);
    await untilApplied(world.server.owner);
    for (const one of made) {
      const after = expected(one.before, one.word, one.older);
      const label = `${one.before} + ${one.word}${one.older ? ' of an older attempt' : ''}${one.withOurId ? '' : ' without our id'}`;
      const row = await rowOf(one.id);
      expect(row.status, label).toBe(after);
      expect(row.send_state, label).toBe(stateOf(after));
      const events = await world.server.owner.query('select status from message_events where message_id = $1', [
        one.id,
      ]);
      expect(events.rows, label).toEqual([{ status: one.word }]);
    }
  });

  test('any events in any order, batches and repetitions reach the same state, and each is stored once with its time', async () => {
    const eventArb = fc.record({ word: fc.constantFrom(...words), secondsAgo: fc.integer({ min: 0, max: 50 }) });
    const histories = fc.sample(fc.array(eventArb, { minLength: 1, maxLength: 8 }), { numRuns: 80 });
    const at = nowS();
    const messages = await Promise.resolve(
      histories.map((events) => ({ id: randomUUID(), providerId: freshWamid(), events })),
    );
    for (const message of messages) await insertOutgoing(world, thread, { id: message.id });
    const updates = messages.flatMap((message) =>
      message.events.map((one) => event(message.providerId, one.word, at - one.secondsAgo, message.id)),
    );
    const shuffled = fc.sample(
      fc.shuffledSubarray([...updates, ...updates.slice(0, 100)], { minLength: updates.length + 100 }),
      { numRuns: 1 },
    )[0];
    const posts: unknown[][] = [];
    for (let from = 0, size = 1; from < (shuffled?.length ?? 0); from += size, size = (size % 17) + 1)
      posts.push(shuffled?.slice(from, from + size) ?? []);
    expect(new Set(await Promise.all(posts.map((statuses) => world.deliver({ statuses }))))).toEqual(new Set([200]));
    await untilApplied(world.server.owner);
    for (const message of messages) {
      const seen = message.events.map((one) => ranks[one.word]).filter((rank) => rank !== null);
      const furthest = Math.max(0, ...seen);
      const final = furthest >= 2 ? furthest : seen.includes(-1) ? -1 : furthest;
      const row = await rowOf(message.id);
      expect(row.status, JSON.stringify(message.events)).toBe(final);
      expect(row.error === null, JSON.stringify(message.events)).toBe(final !== -1);
      const { rows } = await world.server.owner.query<{ status: string; s: number }>(
        'select status, extract(epoch from provider_at)::int as s from message_events where message_id = $1',
        [message.id],
      );
      const kept = rows.map((one) => `${one.status} ${at - one.s}`).sort();
      const distinct = [...new Set(message.events.map((one) => `${one.word} ${one.secondsAgo}`))].sort();
      expect(kept).toEqual(distinct);
    }
  });

  test('an update that waits for a row does not undo what the other writer committed', async () => {
    const id = await insertOutgoing(world, thread, { sendState: 'accepted', status: 1, providerId: freshWamid() });
    const other = new pg.Client({ connectionString: world.server.ownerUrl });
    other.on('error', () => undefined);
    await other.connect();
    try {
      await other.query('begin');
      await other.query('update messages set status = 3, version = version + 1 where client_id = $1 and id = $2', [
        world.clientId,
        id,
      ]);
      await world.deliver({
        statuses: [event((await getMessage(world, id)).provider_message_id ?? '', 'delivered', nowS(), id)],
      });
      await until(async () => {
        const { rows } = await world.server.owner.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length > 0;
      });
      await other.query('commit');
    } finally {
      await other.end();
    }
    await untilApplied(world.server.owner);
    expect((await rowOf(id)).status).toBe(3);
  });
});

describe('matching statuses to messages', () => {
  test('our own id takes precedence over the provider’s', async () => {
    const [mine, neighbour] = [freshWamid(), freshWamid()];
    const id = await insertOutgoing(world, thread);
    const other = await insertOutgoing(world, thread, { status: 1, sendState: 'accepted', providerId: neighbour });
    await world.deliver({ statuses: [event(mine, 'delivered', nowS(), id.toUpperCase())] });
    await untilApplied(world.server.owner);
    expect(await getMessage(world, id)).toMatchObject({ status: 2, provider_message_id: mine, send_state: 'accepted' });
    expect((await rowOf(other)).status).toBe(1);
  });

  test.each([
    ['no uuid', 'order-4711'],
    ['a uuid that is no message', randomUUID()],
    ['an empty text', ''],
  ])('unrelated callback data (%s) is ignored in favor of the provider’s id', async (_name, opaque) => {
    const providerId = freshWamid();
    const id = await insertOutgoing(world, thread, { status: 1, sendState: 'accepted', providerId });
    await world.deliver({ statuses: [event(providerId, 'read', nowS(), opaque)] });
    await untilApplied(world.server.owner);
    expect((await rowOf(id)).status).toBe(3);
  });

  test('the id of an incoming message or of another channel’s message changes nothing', async () => {
    const incoming = (await customerWrites(world)).last_message_id ?? '';
    const { rows } = await world.server.owner.query('select id from channels where client_id = $1 and sandbox', [
      world.clientId,
    ]);
    const another = await insertOutgoing(world, thread, { channelId: rows[0].id });
    await world.deliver({
      statuses: [event(freshWamid(), 'read', nowS(), incoming), event(freshWamid(), 'read', nowS(), another)],
    });
    await untilApplied(world.server.owner);
    expect((await rowOf(incoming)).status).toBe(2);
    expect(await rowOf(another)).toMatchObject({ status: 0, send_state: 'started' });
  });

  test('an unknown status that is too long is truncated between characters, for known and unknown messages', async () => {
    const id = await insertOutgoing(world, thread);
    const long = `x${'👍'.repeat(60)}`;
    const stranger = freshWamid();
    const statuses = [event(freshWamid(), long as Word, nowS(), id), event(stranger, long as Word, nowS())];
    expect(await world.deliver({ statuses })).toBe(200);
    await untilApplied(world.server.owner);
    const kept = async (table: string, column: string, value: string) =>
      (await world.server.owner.query(`select status from ${table} where ${column} = $1`, [value])).rows;
    const cut = [{ status: `x${'👍'.repeat(49)}\ufffd` }];
    expect(await kept('message_events', 'message_id', id)).toEqual(cut);
    expect(await kept('parked_statuses', 'provider_message_id', stranger)).toEqual(cut);
  });

  test('a failure has WhatsApp’s code and our message', async () => {
    const id = await insertOutgoing(world, thread);
    await world.deliver({ statuses: [event(freshWamid(), 'failed', nowS(), id)] });
    await untilApplied(world.server.owner);
    expect((await getMessage(world, id)).error).toEqual({
      code: 'whatsapp_131026',
      provider_code: 131026,
      message: expect.stringMatching(/./),
      next_step: expect.stringMatching(/./),
      provider_title: 'Message undeliverable',
    });
  });

  test('any status of ours settles a message whose response was lost', async () => {
    for (const [word, status, state] of [
      ['sent', 1, 'accepted'],
      ['read', 3, 'accepted'],
      ['failed', -1, 'failed'],
    ] as const) {
      const id = await insertOutgoing(world, thread, { sendState: 'unknown' });
      await world.deliver({ statuses: [event(freshWamid(), word, nowS(), id)] });
      await untilApplied(world.server.owner);
      expect(await rowOf(id), word).toMatchObject({ status, send_state: state });
    }
  });
});

describe('after a retry', () => {
  const retry = async (id: string) => {
    const answer = await world.api('POST /api/messages/{id}/retry', { params: { id } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ attempt: 2, status: 0, send_state: 'waiting' });
    expect(answer.body.error).toBeUndefined();
  };
  const tell = async (...statuses: unknown[]) => {
    await world.deliver({ statuses });
    await untilApplied(world.server.owner);
  };

  test('the older attempt’s sent and failed statuses are ignored, but its delivery counts', async () => {
    const first = freshWamid();
    const id = await insertOutgoing(world, thread, { status: -1, sendState: 'failed', providerId: first });
    await retry(id);
    await tell(event(first, 'sent', nowS(), id));
    await tell(event(first, 'failed', nowS(), id));
    expect(await rowOf(id)).toMatchObject({ status: 0, send_state: 'waiting', attempt: 2 });
    await tell(event(first, 'delivered', nowS(), id));
    expect(await rowOf(id)).toMatchObject({ status: 2, send_state: 'accepted', attempt: 2 });
  });

  test('a status that arrives before the new attempt is sent belongs to the old one, also when its response was lost', async () => {
    const first = freshWamid();
    const id = await insertOutgoing(world, thread, { sendState: 'unknown' });
    await retry(id);
    await tell(event(first, 'sent', nowS() - 5, id));
    await tell(event(first, 'failed', nowS() - 4, id));
    expect(await rowOf(id)).toMatchObject({ status: 0, send_state: 'waiting', attempt: 2 });
    // The new attempt is sent; statuses of the old one are recognized by their provider id.
    await world.server.owner.query("update messages set send_state = 'started' where client_id = $1 and id = $2", [
      world.clientId,
      id,
    ]);
    await tell(event(first, 'failed', nowS() - 3, id));
    expect(await rowOf(id)).toMatchObject({ status: 0, send_state: 'started' });
    await tell(event(first, 'delivered', nowS(), id));
    expect(await rowOf(id)).toMatchObject({ status: 2, send_state: 'accepted' });
  });

  test('the new attempt passes through its own statuses, which the older one cannot change', async () => {
    const [first, second] = [freshWamid(), freshWamid()];
    const id = await insertOutgoing(world, thread, { status: -1, sendState: 'failed', providerId: first });
    await retry(id);
    await world.server.owner.query("update messages set send_state = 'started' where client_id = $1 and id = $2", [
      world.clientId,
      id,
    ]);
    await tell(event(second, 'sent', nowS(), id));
    expect(await getMessage(world, id)).toMatchObject({ status: 1, provider_message_id: second, attempt: 2 });
    await tell(event(first, 'failed', nowS(), id));
    expect((await rowOf(id)).status).toBe(1);
    await tell(event(second, 'failed', nowS(), id), event(first, 'delivered', nowS() - 1, id));
    expect((await rowOf(id)).status).toBe(2);
    await tell(event(second, 'read', nowS()));
    expect((await rowOf(id)).status).toBe(3);
  });

  test('committed while the failure of the old attempt waits for the row', async () => {
    const first = freshWamid();
    const id = await insertOutgoing(world, thread, { status: -1, sendState: 'failed', providerId: first });
    const other = new pg.Client({ connectionString: world.server.ownerUrl });
    other.on('error', () => undefined);
    await other.connect();
    try {
      await other.query('begin');
      await other.query(
        'insert into message_attempts select client_id, channel_id, provider_message_id, id, attempt from messages where id = $1',
        [id],
      );
      await other.query(
        "update messages set attempt = 2, status = 0, send_state = 'waiting', error = null, provider_message_id = null where id = $1",
        [id],
      );
      await world.deliver({ statuses: [event(first, 'failed', nowS(), id)] });
      await until(async () => {
        const { rows } = await world.server.owner.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length > 0;
      });
      await other.query('commit');
    } finally {
      await other.end();
    }
    await untilApplied(world.server.owner);
    expect(await rowOf(id)).toMatchObject({ attempt: 2, status: 0, send_state: 'waiting' });
  });
});
