// @module-tag data
import { randomUUID } from 'node:crypto';
import type { Thread } from '@parley/contract/types';
import { statusOfOurs } from '@parley/whatsapp-fixtures';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, queryAsOwner, textBody, untilBlocked } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { serverBeside, type TestServer } from '../../../testing/server.ts';
import { compareTraffic, sendsOf } from '../../../testing/steady-sends.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';
import { claimTriggers } from '../state/claim-repo.ts';
import { claimLease } from './channel-queue-repo.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true });
});
afterAll(() => world.close());

const sentOf = async (id: string) => (await sendsOf(world)).filter((entry) => entry.opaque === id);
const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const setState = (state: 'ACTIVE' | 'PAUSED') =>
  world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });
const expireLease = () =>
  sql("update channel_leases set expires_at = now() - interval '1 second' where channel_id = $1", [world.channelId]);

async function send(thread: Thread, body: string): Promise<string> {
  const sent = await world.api('POST /api/messages', { body: textBody(thread, body) });
  expect(sent.status).toBe(201);
  return sent.body.id;
}

describe('two dispatchers on one database', () => {
  test('500 messages are sent exactly once while the lease moves between them', async () => {
    const second = await serverBeside(world.server);
    try {
      await sql('update channels set pace = 250 where id = $1', [world.channelId]);
      const phones = Array.from({ length: 25 }, () => freshPhone());
      const threads = await Promise.all(phones.map((phone) => customerWrites(world, phone)));
      const wanted = new Map<string, string[]>(phones.map((phone) => [phone, []]));
      const ids: string[] = [];
      const sending = (async () => {
        for (let n = 0; n < 20; n++)
          await Promise.all(
            threads.map(async (thread) => {
              const id = await send(thread, `message ${n}`);
              wanted.get(thread.contact.phone_number ?? '')?.push(id);
              ids.push(id);
            }),
          );
      })();
      const unsettled = async () =>
        (await sql<{ n: number }>("select count(*)::int as n from triggers where state <> 'done'"))[0]?.n ?? 0;
      const epochs = new Set<number>();
      // At this pace 500 messages take two seconds, however fast they are enqueued.
      let isWriting = true;
      const written = sending.finally(() => {
        isWriting = false;
      });
      while (isWriting || (await unsettled()) > 0) {
        const [lease] = await sql<{ epoch: number }>(
          'select epoch::int as epoch from channel_leases where channel_id = $1',
          [world.channelId],
        );
        if (lease !== undefined) epochs.add(lease.epoch);
        // Each lease change costs the timeout of a call, so there are a dozen and not as many as fit.
        if (epochs.size <= 12) await expireLease();
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      await written;
      // Calls in flight during a lease change are unknown until the provider's statuses confirm them.
      await until(async () => {
        const open = await sql<{ id: string }>(
          "select id from messages where id = any($1) and send_state = 'unknown'",
          [ids],
        );
        const taken = new Set((await sendsOf(world)).map((entry) => entry.opaque));
        return open.every((row) => !taken.has(row.id));
      });
      expect(ids).toHaveLength(500);
      expect(epochs.size).toBeGreaterThan(2);
      await compareTraffic(world, wanted);
    } finally {
      await second.close();
    }
  }, 300_000);

  test('a server that stops releases its lease to the other at once', async () => {
    const second = await serverBeside(world.server);
    const thread = await customerWrites(world);
    const first = await send(thread, 'before');
    await until(async () => (await getMessage(world, first)).status === 2, 60_000);
    await second.close();
    const next = await send(thread, 'after');
    // Long before the lease would expire.
    await until(async () => (await getMessage(world, next)).status === 2, 15_000);
    expect(await sentOf(next)).toHaveLength(1);
  });
});

describe('the lease', () => {
  const channel = () => ({ client_id: world.clientId, channel_id: world.channelId });
  const claim = (epoch: number, callMs = 1_000) =>
    world.server.platform.db.system.transaction('dispatcher', (tx) =>
      claimTriggers(tx, { channel: channel(), epoch, callMs, busyThreads: [], limit: 10, look: 500 }),
    );

  test('a stale epoch, and a lease that expires before a call could, mark nothing', async () => {
    const system = world.server.platform.db.system.statements('dispatcher');
    const thread = await customerWrites(world);
    await setState('PAUSED');
    const id = await send(thread, 'not by a stale owner');
    // Both force the lease one after the other; this server's dispatchers are idle because the channel is paused.
    const stale = (await claimLease(system, channel(), randomUUID(), 60_000, true, null))?.epoch ?? 0;
    const present = (await claimLease(system, channel(), randomUUID(), 60_000, true, null))?.epoch ?? 0;
    expect(present).toBe(stale + 1);
    expect(await claimLease(system, channel(), randomUUID(), 60_000, false, null)).toBeNull();
    await sql("update channels set state = 'ACTIVE' where id = $1", [world.channelId]);
    expect(await claim(stale)).toEqual([]);
    expect(await claim(present, 120_000)).toEqual([]);
    expect(await getMessage(world, id)).toMatchObject({ send_state: 'waiting' });
    await sql("update channels set state = 'PAUSED' where id = $1", [world.channelId]);
    expect(await claim(present)).toEqual([]);
    await sql("update channels set state = 'ACTIVE' where id = $1", [world.channelId]);
    expect((await claim(present)).map((trigger) => trigger.message_id)).toEqual([id]);
    expect(await claim(present)).toEqual([]);
    // Its holder has crashed: the next one marks it unknown.
    await expireLease();
    await until(async () => (await getMessage(world, id)).send_state === 'unknown');
    expect(await sentOf(id)).toHaveLength(0);
  });

  test('a process that stood still after it claimed a message leaves it to the process that has the channel now', async () => {
    const thread = await customerWrites(world);
    await setState('PAUSED');
    const id = await send(thread, 'not by the one that woke up');
    await sql('begin');
    await sql('select from messages where id = $1 for update', [id]);
    await setState('ACTIVE');
    await untilBlocked(world.server.owner);
    const other = new pg.Client({ connectionString: world.server.ownerUrl });
    await other.connect();
    // It gets the lease at the moment when the claim is committed.
    const taken = other.query(
      `update channel_leases set holder = gen_random_uuid(), epoch = epoch + 1, expires_at = now() + interval '1 hour'
       where channel_id = $1`,
      [world.channelId],
    );
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await sql('commit');
    await taken;
    await other.end();
    await until(
      async () => (await sql("select from triggers where message_id = $1 and state = 'waiting'", [id])).length === 1,
    );
    expect(await sentOf(id)).toEqual([]);
    await expireLease();
    await until(async () => (await getMessage(world, id)).status === 2);
    expect(await sentOf(id)).toHaveLength(1);
  });

  test('a lease of a crashed process is waited for until it expires, and not longer', async () => {
    const system = world.server.platform.db.system.statements('dispatcher');
    const thread = await customerWrites(world);
    await setState('PAUSED');
    const id = await send(thread, 'after the dead one');
    await expireLease();
    const began = performance.now();
    await claimLease(system, channel(), randomUUID(), 4_000, true, null);
    await setState('ACTIVE');
    await until(async () => (await sentOf(id)).length === 1);
    expect(performance.now() - began).toBeGreaterThan(3_000);
  });
});

describe('a start on the database of a crashed server', () => {
  let after: TestServer | undefined;
  afterAll(() => after?.close());

  test('started messages are unknown and stay unsent, waiting ones are sent, a status settles the unknown ones', async () => {
    const [died, waits] = [await customerWrites(world), await customerWrites(world)];
    await setState('PAUSED');
    const [started, reacted, waiting] = [
      await send(died, 'was under way'),
      died.last_message_id ?? '',
      await send(waits, 'was waiting'),
    ];
    const react = await world.api('POST /api/messages', {
      body: {
        channel_id: world.channelId,
        source: 'INBOX',
        type: 'reaction',
        reaction: { message_id: reacted, emoji: '👍' },
      },
    });
    expect(react.status).toBe(201);
    await world.server.app.close();
    // The state after a kill -9 between marking and the response.
    await sql(
      "update triggers set state = 'started', epoch = 1, started_at = now(), tries = 1 where message_id = any($1)",
      [[started, reacted]],
    );
    await sql("update messages set send_state = 'started' where id = $1", [started]);
    await sql("update channels set state = 'ACTIVE' where id = $1", [world.channelId]);
    await sql('update channel_leases set expires_at = now() where channel_id = $1', [world.channelId]);

    const fresh = await serverBeside(world.server);
    after = fresh;
    const look = async (id: string) =>
      (
        await sql<{ status: number; send_state: string; version: number }>(
          'select status, send_state, version::int as version from messages where id = $1',
          [id],
        )
      )[0];
    await until(async () => (await look(started))?.send_state === 'unknown');
    await until(async () => (await sentOf(waiting)).length === 1);
    expect(await sentOf(started)).toHaveLength(0);
    expect(await look(reacted)).toMatchObject({ send_state: null, status: 2 });
    const feed = await sql<{ version: number }>(
      "select version::int as version from changes where collection = 'messages' and row_id = $1",
      [started],
    );
    expect(feed.map((row) => row.version)).toContain((await look(started))?.version);
    const answer = await fetch(`${fresh.url}/api/messages/${started}/retry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.token}` },
    });
    expect(answer.status).toBe(200);
    await until(async () => (await sentOf(started)).length === 1);
  });

  test('a status with our id settles it whenever it arrives', async () => {
    const id = (await sql<{ id: string }>("select id from messages where send_state = 'unknown' limit 1"))[0]?.id;
    if (id === undefined) throw new Error('no unknown message was left by the tests before');
    const { buildWebhook, fixtureIds, signedBody } = await import('@parley/whatsapp-fixtures');
    const status = statusOfOurs({
      id: freshWamid(),
      status: 'delivered',
      recipient: '447700900118',
      timestampS: nowS(),
      messageId: id,
    });
    const { body, signature } = signedBody(buildWebhook(fixtureIds, { statuses: [status] }), world.appSecret);
    const answer = await fetch(`${after?.url}/webhooks/whatsapp/${world.channelId}`, {
      method: 'POST',
      headers: { 'x-hub-signature-256': signature },
      body: new Uint8Array(body),
    });
    expect(answer.status).toBe(200);
    await until(
      async () =>
        (await sql<{ send_state: string }>('select send_state from messages where id = $1', [id]))[0]?.send_state ===
        'accepted',
    );
  });
});
