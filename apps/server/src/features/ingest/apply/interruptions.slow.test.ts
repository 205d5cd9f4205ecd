// @module-tag data
import { randomUUID } from 'node:crypto';
import { buildWebhook, fixtureIds, signedBody, statusOfOurs, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, insertOutgoing, queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testRandom } from '../../../testing/random.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const count = async (from: string, values: unknown[] = []) =>
  (await sql<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]?.n;
const bodies = async (like: string) =>
  (
    await sql<{ body: string }>(
      "select content->>'body' as body from messages where content->>'body' like $1 order by 1",
      [like],
    )
  ).map((row) => row.body);
const text = (body: string, from = freshPhone()) =>
  textFromCustomer({ id: freshWamid(), from, body, name: 'Amara', timestampS: nowS() });
const signed = (body: string) => signedBody(buildWebhook(fixtureIds, text(body)), world.appSecret).body;

/** Deliveries left by a server that crashed between storing and applying them. */
async function leavePartition(rows: Array<{ body: Buffer; clientId?: string }>): Promise<void> {
  const [partition] = await sql<{ partition: number }>(
    'insert into ingest_partitions (holder, lease_until) values (gen_random_uuid(), now()) returning partition',
  );
  for (let from = 0; from < rows.length; from += 500) {
    const part = rows.slice(from, from + 500);
    await sql(
      `insert into webhook_events (partition, seq, channel_id, client_id, body)
       select $1, $2 + x.ord, $3, x.client_id, decode(x.body, 'base64') from unnest($4::text[], $5::uuid[]) with ordinality as x(body, client_id, ord)`,
      [
        partition?.partition,
        from,
        world.channelId,
        part.map((row) => row.body.toString('base64')),
        part.map((row) => row.clientId ?? world.clientId),
      ],
    );
  }
}

describe('deliveries that cannot be applied', () => {
  test('are skipped with the reason; the other deliveries and the partition continue', async () => {
    await sql(`
      create function refuse_poison() returns trigger language plpgsql as $$
        begin raise exception 'poisoned for this test' using errcode = '22000'; end $$`);
    await sql(`create trigger refuse_poison before insert on messages for each row
      when (new.content->>'body' = 'poison') execute function refuse_poison()`);
    const names = Array.from({ length: 40 }, (_, n) =>
      n % 13 === 5 ? 'poison' : `healthy ${String(n).padStart(2, '0')}`,
    );
    expect(new Set(await Promise.all(names.map((name) => world.deliver(text(name)))))).toEqual(new Set([200]));
    await untilApplied(world.server.owner);
    expect(await bodies('healthy %')).toEqual(names.filter((name) => name !== 'poison'));
    const aside = await sql<{ detail: { why: string }; channel_id: string }>(
      "select detail, channel_id from webhook_refusals where client_id = $1 and reason = 'could_not_apply'",
      [world.clientId],
    );
    expect(aside).toHaveLength(3);
    for (const row of aside)
      expect(row).toEqual({ channel_id: world.channelId, detail: { why: expect.stringContaining('poisoned') } });
    await sql('drop trigger refuse_poison on messages');
    await world.deliver(text('healthy afterwards'));
    await until(async () => (await bodies('healthy afterwards')).length === 1);
  });

  test('of a deleted account do not stop the partition', async () => {
    await leavePartition([
      { body: Buffer.from('junk'), clientId: randomUUID() },
      { body: signed('behind the junk') },
      { body: signed('of nobody'), clientId: randomUUID() },
      { body: signed('behind nobody') },
    ]);
    await until(async () => (await bodies('behind %')).length === 2);
    await untilApplied(world.server.owner);
  });

  test('because of a deadlock or a database without resources are retried until they succeed', async () => {
    for (const code of ['40P01', '53100', '57014']) {
      await sql('create sequence passing_failures');
      await sql('grant usage on sequence passing_failures to parley_system');
      await sql(`
        create or replace function fail_insert() returns trigger language plpgsql as $$
          begin
            if nextval('passing_failures') < 9 then raise exception 'a passing failure' using errcode = '${code}'; end if;
            return new;
          end $$`);
      await sql(`create trigger fail_insert before insert on messages for each row execute function fail_insert()`);
      await Promise.all(Array.from({ length: 3 }, (_, n) => world.deliver(text(`after ${code} ${n}`))));
      await until(async () => (await bodies(`after ${code} %`)).length === 3);
      await sql('drop trigger fail_insert on messages');
      await sql('drop sequence passing_failures');
    }
    expect(await count("webhook_refusals where detail->>'why' like '%passing%'")).toBe(0);
  });
});

test('thousands of deliveries of a crashed server are taken over, in order, each once', async () => {
  const from = freshPhone();
  const one = text('x', from);
  const rows = Array.from({ length: 3_300 }, (_, n) => ({
    body: signedBody(
      buildWebhook(fixtureIds, {
        ...one,
        messages: [
          { from, id: `wamid.left.${n}`, timestamp: String(nowS()), type: 'text', text: { body: `left ${n}` } },
        ],
      }),
      world.appSecret,
    ).body,
  }));
  await leavePartition([...rows, ...rows.slice(0, 50)]);
  await until(async () => (await count("messages where content->>'body' like 'left %'")) === 3_300, 60_000);
  await untilApplied(world.server.owner, 30_000);
  const order = await sql<{ n: number }>(
    "select replace(content->>'body', 'left ', '')::int as n from messages where content->>'body' like 'left %' order by arrival",
  );
  expect(order.map((row) => row.n)).toEqual(Array.from({ length: 3_300 }, (_, n) => n));
  expect(
    (await sql<{ unread_count: number }>('select unread_count from threads where to_phone = $1', [from]))[0]
      ?.unread_count,
  ).toBe(3_300);
}, 240_000);

test('no acknowledged delivery is lost or applied twice while connections are terminated at random', async () => {
  const thread = await customerWrites(world);
  const ours = await Promise.all(
    Array.from({ length: 60 }, () => insertOutgoing(world, thread, { sendState: 'started' })),
  );
  const random = testRandom();
  const phones = Array.from({ length: 12 }, () => freshPhone());
  const acknowledged: Array<{ id: string; from: string }> = [];
  const reported = new Map<string, number>();
  let kills = 0;
  let stop = false;

  async function writeUntilAcknowledged(from: string): Promise<void> {
    const id = freshWamid();
    const value = textFromCustomer({ id, from, body: `kept ${id}`, name: 'Amara', timestampS: nowS() });
    // WhatsApp posts a delivery again until it is answered with 200.
    while ((await world.deliver(value)) !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
    acknowledged.push({ id, from });
  }
  async function tellUntilAcknowledged(): Promise<void> {
    const messageId = ours[Math.floor(random() * ours.length)] ?? '';
    const rank = 1 + Math.floor(random() * 3);
    const status = (['sent', 'delivered', 'read'] as const)[rank - 1] ?? 'sent';
    const value = {
      statuses: [statusOfOurs({ id: `wamid.of.${messageId}`, status, recipient: '1', timestampS: nowS(), messageId })],
    };
    while ((await world.deliver(value)) !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
    reported.set(messageId, Math.max(reported.get(messageId) ?? 0, rank));
  }
  const writers = [
    ...phones.map(async (phone) => {
      while (!stop) await writeUntilAcknowledged(phone);
    }),
    ...[1, 2, 3, 4].map(async () => {
      while (!stop) await tellUntilAcknowledged();
    }),
  ];
  const killer = (async () => {
    while (!stop) {
      await new Promise((resolve) => setTimeout(resolve, 20 + random() * 180));
      const ended = await sql<{ ended: boolean }>(
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
         where datname = current_database() and usename = 'parley_system' and md5(pid || $1) < '8'`,
        [String(random())],
      );
      kills += ended.length;
    }
  })();
  const beganMs = performance.now();
  const isEnough = () => kills > 50 && acknowledged.length > 100 && performance.now() - beganMs > 12_000;
  await until(async () => isEnough(), 90_000);
  stop = true;
  await Promise.all([...writers, killer]);
  await untilApplied(world.server.owner, 60_000);

  const stored = await sql<{ id: string }>(
    "select provider_message_id as id from messages where content->>'body' like 'kept %'",
  );
  expect(stored.length).toBe(new Set(stored.map((row) => row.id)).size);
  const ids = new Set(stored.map((row) => row.id));
  expect(acknowledged.filter((one) => !ids.has(one.id))).toEqual([]);
  const threads = await sql<{ to_phone: string; unread_count: number; n: number }>(
    `select t.to_phone, t.unread_count, count(*)::int as n from threads t join messages m on m.client_id = t.client_id and m.thread_id = t.id
     where t.to_phone = any($1) group by 1, 2`,
    [phones],
  );
  expect(threads).toHaveLength(phones.length);
  for (const row of threads) expect(row.unread_count).toBe(row.n);
  for (const [messageId, rank] of reported) {
    const [row] = await sql<{ status: number }>('select status from messages where id = $1', [messageId]);
    expect(row?.status).toBe(rank);
  }
  expect(
    await count(
      "webhook_refusals where reason = 'could_not_apply' and detail->>'why' not like '%poisoned%' and detail->>'why' not like '%violates foreign key%'",
    ),
  ).toBe(0);
  const [dense] = await sql<{ n: number; top: number; pos: number }>(
    `select count(*)::int as n, max(c.pos)::int as top, (select pos::int from change_counters where client_id = $1) as pos from changes c where client_id = $1`,
    [world.clientId],
  );
  expect(dense).toEqual({ n: dense?.pos, top: dense?.pos, pos: dense?.pos });
}, 240_000);
