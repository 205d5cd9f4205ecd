import type pg from 'pg';
import { momentOf } from './daytime.ts';
import { type Installation, inTransaction } from './installation.ts';
import { shiftTimestamps } from './shift-timestamps.ts';

/** Minutes before now: the broadcast, then what was composed for several customers and for one. */
const broadcastAgo = 2 * 1_440 + 300;
const composedAgo = [1_440 + 420, 3 * 1_440 + 700] as const;
/** The simulated phones take seconds. */
const timeoutMs = 30_000;

type Sent = { id: string; template: string };

/** Gives the broadcast and the composed messages, which were sent while seeding, times in the past like the rest. */
export async function movePastSends({ owner }: Installation, clientId: string, timeZone: string): Promise<void> {
  const composed = await deliveredMessages(owner, clientId);
  await inTransaction(owner, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select message_id as id from campaign_recipients where client_id = $1 and message_id is not null',
      [clientId],
    );
    const played = [
      ...rows.map(({ id }) => ({ id, ago: broadcastAgo })),
      ...composed.map(({ id, template }) => ({ id, ago: composedAgo[template === 'order_ready' ? 0 : 1] })),
    ];
    await shiftTimestamps(client, clientId, played, timeZone);
    await moveBroadcasts(client, clientId, momentOf(broadcastAgo, new Date(), timeZone));
  });
}

/** Waits until every composed message is on its phone. */
async function deliveredMessages(owner: pg.Pool, clientId: string): Promise<Sent[]> {
  for (const until = Date.now() + timeoutMs; ; ) {
    const { rows } = await owner.query<Sent & { status: number }>(
      `select id, status, content->>'name' as template from messages where client_id = $1 and source = 'COMPOSE'`,
      [clientId],
    );
    if (Date.now() > until || rows.every(({ status }) => status !== 0 && status !== 1)) return rows;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Moves what belongs to finished broadcasts; triggers move the minutes of their charts. */
async function moveBroadcasts(client: pg.ClientBase, clientId: string, at: Date): Promise<void> {
  await client.query(
    `create temporary table past on commit drop as
     select id, $2::timestamptz - started_at as earlier from campaigns where client_id = $1 and state = 'FINISHED'`,
    [clientId, at],
  );
  await client.query(
    `update campaign_recipients r
     set enqueued_at = r.enqueued_at + past.earlier, sent_at = r.sent_at + past.earlier,
       delivered_at = r.delivered_at + past.earlier, read_at = r.read_at + past.earlier,
       settled_at = r.settled_at + past.earlier
     from past where r.client_id = $1 and r.campaign_id = past.id`,
    [clientId],
  );
  await client.query(
    `update campaign_events e set at = e.at + past.earlier from past where e.client_id = $1 and e.campaign_id = past.id`,
    [clientId],
  );
  await client.query(
    `update campaigns c
     set created_at = c.created_at + past.earlier, started_at = c.started_at + past.earlier,
       ended_at = c.ended_at + past.earlier, failures_counted_from = c.failures_counted_from + past.earlier,
       rate_at = c.rate_at + past.earlier, version = c.version + 1
     from past where c.client_id = $1 and c.id = past.id`,
    [clientId],
  );
}
