// @module-tag data
import type { Thread } from '@parley/contract/types';
import { statusOfOurs } from '@parley/whatsapp-fixtures';
import type { SendRecord } from '@parley/whatsapp-simulator';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testRandom } from '../../../testing/random.ts';
import { openTcpSwitch, type TcpSwitch } from '../../../testing/tcp-switch.ts';
import { nowS, testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
let databaseSwitch: TcpSwitch;
beforeAll(async () => {
  world = await testWorld({
    between: async (url) => {
      databaseSwitch = await openTcpSwitch(Number(new URL(url).port));
      return `http://127.0.0.1:${databaseSwitch.port}`;
    },
  });
});
afterEach(() => world.phone('DELETE', '/faults'));
afterAll(async () => {
  await world.close();
  await databaseSwitch.close();
});

const book = async () => (await world.phone<{ data: SendRecord[] }>('GET', '/books?limit=10000')).data;
const sentOf = async (id: string) => (await book()).filter((entry) => entry.opaque === id);
const faults = (wanted: Record<string, unknown>) => world.phone('POST', '/faults', wanted);
const setState = (state: 'ACTIVE' | 'PAUSED') =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });

async function send(thread: Thread, body: string): Promise<string> {
  const sent = await world.api('POST /api/messages', { body: textBody(thread, body) });
  expect(sent.status).toBe(201);
  return sent.body.id;
}

async function becomes(id: string, wanted: Record<string, unknown>, withinMs?: number) {
  await until(async () => {
    const message = await getMessage(world, id);
    return Object.entries(wanted).every(([key, value]) => message[key as keyof typeof message] === value);
  }, withinMs);
  return getMessage(world, id);
}

describe('order', () => {
  test('200 messages to 10 customers: each gets theirs in order, one at a time, exactly once', async () => {
    const answerMs = 30;
    await faults({ answer_delay_ms: answerMs });
    const threads = await Promise.all(Array.from({ length: 10 }, () => customerWrites(world)));
    const wanted = new Map<string, string[]>();
    for (let n = 0; n < 20; n++)
      await Promise.all(
        threads.map(async (thread) => {
          const ids = wanted.get(thread.id) ?? [];
          wanted.set(thread.id, ids);
          ids.push(await send(thread, `message ${n}`));
        }),
      );
    const all = [...wanted.values()].flat();
    await until(
      async () =>
        (await book()).filter((entry) => all.includes(entry.opaque ?? '') && entry.received === 1).length === 200,
      60_000,
    );
    const entries = await book();
    for (const thread of threads) {
      const ids = wanted.get(thread.id) ?? [];
      const got = entries.filter((entry) => ids.includes(entry.opaque ?? ''));
      expect(got.map((entry) => entry.opaque)).toEqual(ids);
      expect(
        [...got].sort((a, b) => (a.receive_order ?? 0) - (b.receive_order ?? 0)).map((entry) => entry.opaque),
      ).toEqual(ids);
      const accepted = got.map((entry) => Date.parse(entry.accepted_at));
      // The next call for a customer begins only after the previous answer was stored.
      for (const [index, at] of accepted.entries())
        if (index > 0) expect(at - (accepted[index - 1] ?? 0)).toBeGreaterThanOrEqual(answerMs - 1);
    }
  });

  test('a message that is retried is not overtaken by the next one to the same customer', async () => {
    const thread = await customerWrites(world);
    await faults({ next_send_error: 130429, next_send_error_count: 2 });
    const first = await send(thread, 'first');
    const second = await send(thread, 'second');
    await becomes(second, { status: 2 }, 30_000);
    const entries = (await book()).filter((entry) => [first, second].includes(entry.opaque ?? ''));
    expect(entries.map((entry) => entry.opaque)).toEqual([first, second]);
  });
});

test('a channel id in capitals is the same channel, with the same lease', async () => {
  const thread = await customerWrites(world);
  const first = await send(thread, 'in small letters');
  await becomes(first, { status: 2 });
  const epoch = async () =>
    (await world.server.owner.query('select epoch from channel_leases where channel_id = $1', [world.channelId]))
      .rows[0].epoch;
  const before = await epoch();
  await faults({ answer_delay_ms: 600 });
  const slow = await send(thread, 'under way');
  await until(async () => (await sentOf(slow)).length === 1);
  await world.api('PUT /api/channels/{id}', {
    params: { id: world.channelId.toUpperCase() },
    body: { channel_label: 'Kestrel' },
  });
  const capital = { ...thread, channel_id: thread.channel_id.toUpperCase(), id: thread.id.toUpperCase() };
  const id = await send(capital, 'in capitals');
  await becomes(id, { status: 2 });
  expect(await epoch()).toBe(before);
  expect(await getMessage(world, id)).toMatchObject({ channel_id: world.channelId, thread_id: thread.id });
});

describe('refusals', () => {
  test.each([
    [131047, 'told later by a status'],
    [131026, 'told later by a status'],
    [131009, 'in the answer'],
    [999_999, 'a code nobody knows'],
  ])('%i (%s) is failed, with a message and the next step', async (code) => {
    const thread = await customerWrites(world);
    await faults({ next_send_error: code });
    const failed = await becomes(await send(thread, 'refused'), { status: -1 });
    expect(failed).toMatchObject({
      send_state: 'failed',
      error: {
        code: `whatsapp_${code}`,
        provider_code: code,
        message: expect.stringMatching(/\w/),
        next_step: expect.stringMatching(/\w/),
      },
    });
  });

  test('throttling waits with the reason, then is sent, once', async () => {
    const thread = await customerWrites(world);
    await faults({ next_send_error: 130429 });
    const id = await send(thread, 'too fast');
    const waiting = await until(async () => {
      const message = await getMessage(world, id);
      return message.waiting_reason === undefined ? null : message;
    });
    expect(waiting).toMatchObject({
      status: 0,
      send_state: 'waiting',
      attempt: 1,
      waiting_reason: expect.stringMatching(/faster/),
    });
    const sent = await becomes(id, { status: 2, send_state: 'accepted' });
    expect(sent.waiting_reason).toBeUndefined();
    expect(await sentOf(id)).toHaveLength(1);
  });

  test('a token error pauses the channel with the reason; no message is dropped; resuming sends all of them in order', async () => {
    const threads = await Promise.all([customerWrites(world), customerWrites(world)]);
    await faults({ next_send_error: 190, next_send_error_count: 50 });
    const ids: string[] = [];
    for (const [index, thread] of [...threads, ...threads].entries()) ids.push(await send(thread, `kept ${index}`));
    const channel = await until(async () => {
      const { body } = await world.api('GET /api/channels');
      return body.data.find((row) => row.id === world.channelId && row.state === 'PAUSED');
    });
    expect(channel.state_reason).toMatch(/token/i);
    // Calls that were under way when the channel was paused end later.
    for (const id of ids) await becomes(id, { status: 0, send_state: 'waiting' });
    const delayed = await send(threads[0] as Thread, 'written while paused');
    await world.phone('DELETE', '/faults');
    expect((await sentOf(delayed)).length).toBe(0);
    expect((await setState('ACTIVE')).body).toMatchObject({ state: 'ACTIVE', state_reason: null });
    for (const id of [...ids, delayed]) await becomes(id, { status: 2 }, 30_000);
    for (const id of [...ids, delayed]) expect(await sentOf(id)).toHaveLength(1);
    const order = (await book())
      .filter((entry) => entry.phone === threads[0]?.contact.phone_number)
      .map((entry) => entry.opaque);
    expect(order).toEqual([ids[0], ids[2], delayed]);
  });
});

describe('the network', () => {
  test('an answer lost after acceptance is unknown, never sent again, and settled by its status', async () => {
    const thread = await customerWrites(world);
    await faults({ drop_answer: 1, webhooks: { late_ms: 2_500 } });
    const id = await send(thread, 'answer lost');
    const unknown = await becomes(id, { send_state: 'unknown' });
    expect(unknown.status).toBe(0);
    const settled = await becomes(id, { status: 2, send_state: 'accepted' }, 20_000);
    const entries = await sentOf(id);
    expect(entries).toHaveLength(1);
    expect(settled.provider_message_id).toBe(entries[0]?.id);
  });

  test('the next message to the customer of an unknown one waits about five seconds; others do not wait', async () => {
    const [thread, other] = [await customerWrites(world), await customerWrites(world)];
    await faults({ drop_answer: 1, webhooks: { late_ms: 20_000 } });
    const lost = await send(thread, 'answer lost');
    await becomes(lost, { send_state: 'unknown' });
    const [next, inOtherThread] = [await send(thread, 'next'), await send(other, 'to somebody else')];
    const acceptedMs = async (id: string) => Date.parse((await sentOf(id))[0]?.accepted_at ?? '');
    for (const id of [inOtherThread, next]) await until(async () => (await sentOf(id)).length === 1);
    expect((await acceptedMs(next)) - (await acceptedMs(lost))).toBeGreaterThanOrEqual(4_900);
    expect(await acceptedMs(inOtherThread)).toBeLessThan(await acceptedMs(next));
  });

  test('a refused connection: the message waits with the reason and is sent when the provider is back', async () => {
    const thread = await customerWrites(world);
    await databaseSwitch.shut();
    const ids = [await send(thread, 'nobody there'), await send(thread, 'still nobody')];
    const waiting = await until(async () => {
      const message = await getMessage(world, ids[0] ?? '');
      return message.waiting_reason === undefined ? null : message;
    });
    expect(waiting).toMatchObject({ status: 0, send_state: 'waiting' });
    await databaseSwitch.open();
    for (const id of ids) await becomes(id, { status: 2 }, 30_000);
    for (const id of ids) expect(await sentOf(id)).toHaveLength(1);
  });

  test('calls interrupted in flight are unknown, and statuses settle those that the provider accepted', async () => {
    await faults({ answer_delay_ms: 1_000 });
    const threads = await Promise.all(Array.from({ length: 5 }, () => customerWrites(world)));
    const ids = await Promise.all(threads.map((thread) => send(thread, 'cut off')));
    await until(async () => (await book()).filter((entry) => ids.includes(entry.opaque ?? '')).length === 5);
    await databaseSwitch.shut();
    await databaseSwitch.open();
    for (const id of ids) await becomes(id, { status: 2, send_state: 'accepted' }, 30_000);
    for (const id of ids) expect(await sentOf(id)).toHaveLength(1);
  });
});

test('a window that closes between queueing and dispatch puts the message on hold; it can be sent after the window reopens', async () => {
  const phone = freshPhone();
  const thread = await customerWrites(world, phone);
  await setState('PAUSED');
  const id = await send(thread, 'too late');
  const next = await send(thread, 'too late as well');
  await world.server.owner.query("update threads set window_expires_at = now() - interval '1 second' where id = $1", [
    thread.id,
  ]);
  await setState('ACTIVE');
  const onHold = await becomes(id, { send_state: 'held' });
  expect(onHold).toMatchObject({ status: 0, held_reason: 'window_closed' });
  await becomes(next, { send_state: 'held' });
  expect(await sentOf(id)).toHaveLength(0);
  await customerWrites(world, phone, 'I am back');
  const again = await world.api('POST /api/messages/{id}/retry', { params: { id } });
  expect(again.body).toMatchObject({ status: 0, send_state: 'waiting', attempt: 2 });
  expect(again.body.held_reason).toBeUndefined();
  await becomes(id, { status: 2 });
  expect(await sentOf(id)).toHaveLength(1);
});

test('a reaction that WhatsApp refuses leaves its target message unchanged', async () => {
  const thread = await customerWrites(world);
  const target = thread.last_message_id ?? '';
  await faults({ next_send_error: 131009 });
  const answer = await world.api('POST /api/messages', {
    body: {
      channel_id: thread.channel_id,
      source: 'INBOX',
      type: 'reaction',
      reaction: { message_id: target, emoji: '👍' },
    },
  });
  expect(answer.status).toBe(201);
  await until(async () => {
    const { rows } = await world.server.owner.query('select state from triggers where message_id = $1', [target]);
    return rows[0]?.state === 'done';
  });
  expect(await getMessage(world, target)).toMatchObject({ status: 2, send_state: null, direction: 'INCOMING' });
});

test('concurrent statuses, outcomes and retries: no deadlock, and the right final state', async () => {
  const random = testRandom();
  const before = await deadlocks();
  const threads = await Promise.all(Array.from({ length: 12 }, () => customerWrites(world)));
  await faults({ next_send_error: 131009, next_send_error_count: 40 });
  const ids = (
    await Promise.all(threads.map((thread) => Promise.all([0, 1, 2, 3].map((n) => send(thread, `hammered ${n}`)))))
  ).flat();
  let stop = false;
  const hammer = (work: () => Promise<unknown>) =>
    (async () => {
      while (!stop) await work();
    })();
  const some = () => ids.filter(() => random() < 0.3);
  const running = [
    ...[1, 2, 3].map(() =>
      hammer(async () => {
        const statuses = some().map((messageId) =>
          statusOfOurs({
            id: `wamid.foreign.${messageId}`,
            status: 'sent',
            recipient: '447700900118',
            timestampS: nowS(),
            messageId,
          }),
        );
        expect(await world.deliver({ statuses })).toBe(200);
      }),
    ),
    ...[1, 2].map(() =>
      hammer(async () => {
        for (const id of some()) {
          const { status } = await world.api('POST /api/messages/{id}/retry', { params: { id } });
          expect([200, 409]).toContain(status);
        }
      }),
    ),
    hammer(async () => {
      const thread = threads[Math.floor(random() * threads.length)] as Thread;
      expect((await world.api('POST /api/threads/{id}/read', { params: { id: thread.id } })).status).toBe(200);
    }),
  ];
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  stop = true;
  await Promise.all(running);
  await world.phone('DELETE', '/faults');
  await until(async () => {
    const { rows } = await world.server.owner.query("select count(*)::int as n from triggers where state <> 'done'");
    return rows[0].n === 0;
  }, 60_000);
  const { rows } = await world.server.owner.query(
    `select status, send_state, count(*)::int as n from messages where id = any($1)
     and not ((status > 0 and send_state = 'accepted') or (status = -1 and send_state = 'failed')) group by 1, 2`,
    [ids],
  );
  expect(rows).toEqual([]);
  expect(await deadlocks()).toBe(before);
});

async function deadlocks(): Promise<number> {
  const { rows } = await world.server.owner.query(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  return rows[0].n;
}
