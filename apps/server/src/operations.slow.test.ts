import { buildWebhook, fixtureIds, signedBody, statusOfOurs } from '@parley/whatsapp-fixtures';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSecrets, type Secrets } from './platform/secrets.ts';
import { backUp, givenKey, restoreInto, testFolder } from './testing/backup.ts';
import { type EmptyDatabase, emptyDatabase } from './testing/empty-database.ts';
import { customerWrites, queryAsOwner, textBody } from './testing/inbox.ts';
import { type TestServer, testServer } from './testing/server.ts';
import { freshWamid, nowS, testWorld, until, type World } from './testing/world.ts';

let world: World;
let target: EmptyDatabase;
let folder: Awaited<ReturnType<typeof testFolder>>;
let secrets: Secrets;

beforeAll(async () => {
  folder = await testFolder();
  secrets = await loadSecrets(folder.path(''), givenKey);
  world = await testWorld({ secrets });
  target = await emptyDatabase();
});
afterAll(async () => {
  await world.close();
  await target.close();
  await folder.close();
});

/** Customers write and the team answers until stopped. @returns ids of acknowledged messages */
function keepBusy(): { acknowledged: string[]; stop(): Promise<void> } {
  const acknowledged: string[] = [];
  let stopped = false;
  async function one(): Promise<void> {
    while (!stopped) {
      const thread = await customerWrites(world);
      const body = textBody(thread, 'We are on our way');
      const answer = await world.api('POST /api/messages', { body });
      if (answer.status === 201) acknowledged.push(body.id);
    }
  }
  const running = Promise.all([one(), one(), one()]);
  return {
    acknowledged,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

type Totals = {
  messages: Array<{ id: string; content: unknown; send_state: string | null; direction: string }>;
  triggers: Array<{ message_id: string; state: string }>;
  unfed: string[];
  gaps: number;
};

/** Counts the rows of a database and its inconsistencies. */
async function totalsOf(owner: pg.Client): Promise<Totals> {
  const messages = await queryAsOwner<Totals['messages'][number]>(
    owner,
    'select id, content, send_state, direction from messages order by id',
  );
  const triggers = await queryAsOwner<Totals['triggers'][number]>(owner, 'select message_id, state from triggers');
  const unfed = await queryAsOwner<{ id: string }>(
    owner,
    `select id from messages m where not exists (select from changes where row_id = m.id::text)
       and not exists (select from changes_new where row_id = m.id::text)`,
  );
  const [feed] = await queryAsOwner<{ gaps: number }>(owner, 'select (max(pos) - count(*))::int as gaps from changes');
  return { messages, triggers, unfed: unfed.map(({ id }) => id), gaps: feed?.gaps ?? 0 };
}

describe('a backup of a busy server', () => {
  let busyIds: string[];
  let before: string[];
  let restored: Totals;

  it('contains one consistent moment', async () => {
    const busy = keepBusy();
    await until(async () => busy.acknowledged.length > 20);
    before = [...busy.acknowledged];
    await backUp(world.server, folder.path('busy.parley'));
    await busy.stop();
    busyIds = busy.acknowledged;
    const report = await restoreInto(folder.path('busy.parley'), {
      dataDir: folder.path('busy'),
      databaseUrl: target.url,
      secretKey: givenKey,
    });
    restored = await totalsOf(target.owner);
    expect(report.rows).toBeGreaterThan(100);
    const there = new Set(restored.messages.map(({ id }) => id));
    expect(before.filter((id) => !there.has(id))).toEqual([]);
    // The rows agree: a message has its trigger and its place in the feed, and there is nothing else.
    const sent = restored.messages.filter(({ direction }) => direction === 'OUTGOING').map(({ id }) => id);
    expect(new Set(restored.triggers.map((trigger) => trigger.message_id))).toEqual(new Set(sent));
    expect([restored.unfed, restored.gaps]).toEqual([[], 0]);
    const now = await totalsOf(world.server.owner);
    const contents = new Map(now.messages.map(({ id, content }) => [id, content]));
    expect(
      restored.messages.filter(({ id, content }) => JSON.stringify(contents.get(id)) !== JSON.stringify(content)),
    ).toEqual([]);
    expect(busyIds.length).toBeGreaterThanOrEqual(before.length);
  });

  it('sends nothing that may have been sent since: it is unknown', async () => {
    expect(restored.messages.filter(({ send_state: state }) => state === 'waiting' || state === 'started')).toEqual([]);
    expect(restored.triggers.filter(({ state }) => state !== 'done')).toEqual([]);
  });

  it('preserves table keys, row-level security, triggers and sequences', async () => {
    const shape = `select
      (select count(*)::int from pg_constraint where contype = 'f' and conparentid = 0) as keys,
      (select count(*)::int from pg_policy) as policies,
      (select count(*)::int from pg_trigger where tgenabled = 'D') as disabled,
      (select last_value from message_arrival) >= (select max(arrival) from messages) as arrival,
      (select last_value from ingest_partitions_partition_seq) >= (select max(partition) from ingest_partitions) as partitions`;
    const [there] = await queryAsOwner(target.owner, shape);
    const [here] = await queryAsOwner(world.server.owner, shape);
    expect(there).toEqual({ ...here, disabled: 0, arrival: true, partitions: true });
  });
});

describe('a message that was waiting at the moment of a backup', () => {
  it('is unknown after it, is not sent by a starting server, and is settled by a status', async () => {
    const other = await emptyDatabase();
    const thread = await customerWrites(world);
    await world.server.owner.query(`update channels set state = 'PAUSED'`);
    await new Promise((resolve) => setTimeout(resolve, 3_000)); // A channel queue reads its channel once a second.
    const waiting = textBody(thread, 'Your bicycle is ready');
    await world.api('POST /api/messages', { body: waiting });
    const later = textBody(await customerWrites(world), 'See you in spring');
    await world.api('POST /api/messages', { body: later });
    await world.server.owner.query(`update messages set send_state = 'held' where id = $1`, [later.id]);
    await world.server.owner.query(`update triggers set run_at = now() + interval '1 day' where message_id = $1`, [
      later.id,
    ]);
    const cursor = await position(world.server, world.token);
    await backUp(world.server, folder.path('waiting.parley'));
    await world.server.owner.query(`update channels set state = 'ACTIVE'`);
    await until(async () => (await stateOf(world.server.owner, waiting.id)) === 'accepted');
    const order = { dataDir: folder.path('waiting'), databaseUrl: other.url, secretKey: givenKey };
    await restoreInto(folder.path('waiting.parley'), order);
    await other.owner.query(`update channels set state = 'ACTIVE'`);
    expect(await stateOf(other.owner, waiting.id)).toBe('unknown');
    // A message on hold until tomorrow has not been sent today.
    expect(await stateOf(other.owner, later.id)).toBe('held');
    const left = await queryAsOwner(other.owner, `select message_id from triggers where state = 'waiting'`);
    expect(left).toEqual([{ message_id: later.id }]);
    await other.owner.end(); // A database cannot be copied while it has connections.
    const env = { GRAPH_BASE_URL: `${world.simulator.url}/simulator` };
    const server = await testServer({ templateUrl: other.url, secrets, env });
    try {
      await expectNewPolls(server, cursor);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(await timesReceived(thread.id, 'Your bicycle is ready')).toBe(1);
      expect(await stateOf(server.owner, waiting.id)).toBe('unknown');
      await reportDelivery(server, waiting.id);
      await until(async () => (await stateOf(server.owner, waiting.id)) === 'accepted');
    } finally {
      await server.close();
      await other.close();
    }
  });

  async function stateOf(owner: pg.Client, id: string): Promise<string | undefined> {
    const [row] = await queryAsOwner<{ send_state: string }>(owner, 'select send_state from messages where id = $1', [
      id,
    ]);
    return row?.send_state;
  }

  /** The number of times a customer's phone received a text. */
  async function timesReceived(threadId: string, body: string): Promise<number> {
    const [row] = await queryAsOwner<{ phone: string }>(
      world.server.owner,
      'select to_phone as phone from threads where id = $1',
      [threadId],
    );
    const page = await world.phone<{ data: unknown[] }>('GET', `/phones/${row?.phone}/messages`);
    return page.data.filter((message) => JSON.stringify(message).includes(body)).length;
  }

  /** WhatsApp reports to the restored server the status of a message that the backup does not have. */
  async function reportDelivery(server: TestServer, messageId: string): Promise<void> {
    const { wabaId, phoneNumberId, displayPhoneNumber, customerPhone } = fixtureIds;
    const status = statusOfOurs({
      id: freshWamid(),
      status: 'delivered',
      recipient: customerPhone,
      timestampS: nowS(),
      messageId,
    });
    const destination = { wabaId, phoneNumberId, displayPhoneNumber };
    const { body, signature } = signedBody(buildWebhook(destination, { statuses: [status] }), world.appSecret);
    const answer = await fetch(`${server.url}/webhooks/whatsapp/${world.channelId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body: new Uint8Array(body),
    });
    expect(answer.status).toBe(200);
  }

  async function position(server: TestServer, token: string): Promise<string> {
    const answer = await fetch(`${server.url}/api/sync/poll`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { cursor: string }).cursor;
  }

  /** Earlier sessions have ended; earlier and lost cursors are reset. */
  async function expectNewPolls(server: TestServer, cursor: string): Promise<void> {
    const poll = (at: string, token: string) =>
      fetch(`${server.url}/api/sync/poll?timeout=5&cursor=${at}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await poll(cursor, world.token)).status).toBe(401);
    await server.owner.query(`update sessions set revoked_at = null where user_id = $1`, [world.user.uid]);
    for (const at of [cursor, String(Number(cursor) + 7), '0']) {
      // Changes in the backup are still returned; the next step is a gap for every client.
      let answer: { cursor: string; reset?: string } = { cursor: at };
      for (let page = 0; page < 5 && answer.reset === undefined; page++) {
        answer = (await (await poll(answer.cursor, world.token)).json()) as typeof answer;
      }
      expect(answer.reset, at).toBeDefined();
    }
    const now = await position(server, world.token);
    expect(await (await poll(now, world.token)).json()).toEqual({ cursor: now, changes: [] });
  }
});
