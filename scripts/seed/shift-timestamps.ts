import type pg from 'pg';
import { momentOf } from './daytime.ts';
import type { ForcedOutcome, PlayedMessage } from './play-conversation.ts';

/**
 * Moves messages, their status events and their threads to their intended times. Messages
 * played within one second stay in order.
 * @param owner    a connection in a transaction
 * @param played   minutes before now, of each message
 * @param timeZone of the shop
 */
export async function shiftTimestamps(
  owner: pg.ClientBase,
  clientId: string,
  played: readonly PlayedMessage[],
  timeZone: string,
): Promise<void> {
  const now = new Date();
  const times = played.map(({ ago }) => momentOf(ago, now, timeZone));
  await owner.query('create temporary table moves (id uuid primary key, at timestamptz not null) on commit drop');
  await owner.query('insert into moves select * from unnest($1::uuid[], $2::timestamptz[])', [
    played.map(({ id }) => id),
    times,
  ]);
  await owner.query(
    `update message_events e
     set provider_at = e.provider_at + (moves.at - m."timestamp"), received_at = e.received_at + (moves.at - m."timestamp")
     from messages m, moves
     where m.client_id = $1 and m.id = moves.id and e.client_id = $1 and e.message_id = m.id`,
    [clientId],
  );
  await owner.query(
    `update messages m
     set "timestamp" = moves.at, created_at = moves.at, sort_at = moves.sort_at, version = m.version + 1
     from (
       select x.id, x.at, date_trunc('second', x.at) + (row_number() over (
         partition by p.thread_id, date_trunc('second', x.at) order by p.sort_at, p.id) - 1) * interval '1 millisecond' as sort_at
       from moves x join messages p on p.client_id = $1 and p.id = x.id
     ) moves
     where m.client_id = $1 and m.id = moves.id`,
    [clientId],
  );
  // Reply targets count from when a conversation began, which moves too.
  await owner.query('update threads set resolve_since = null where client_id = $1', [clientId]);
  await owner.query(
    `with last as (
       select distinct on (thread_id) thread_id, id, direction, "timestamp", sort_at from messages
       where client_id = $1 order by thread_id, sort_at desc, id desc
     ), spans as (
       select thread_id, min("timestamp") as first_at, max("timestamp") filter (where direction = 'INCOMING') as heard_at
       from messages where client_id = $1 group by thread_id
     )
     update threads t
     set last_message_id = last.id, last_message_at = last."timestamp", last_sort_at = last.sort_at,
       waiting_since = case when last.direction = 'INCOMING' then last."timestamp" end,
       created_at = spans.first_at, window_expires_at = spans.heard_at + interval '24 hours',
       version = t.version + 1
     from last join spans using (thread_id)
     where t.client_id = $1 and t.id = last.thread_id`,
    [clientId],
  );
  // What happened to a conversation stands where its messages are.
  await owner.query(
    `update thread_events e set at = t.last_message_at + interval '2 minutes', version = e.version + 1
     from threads t where e.client_id = $1 and t.client_id = $1 and t.id = e.thread_id`,
    [clientId],
  );
  await owner.query(
    `update contacts c set created_at = t.created_at, version = c.version + 1
     from threads t where c.client_id = $1 and t.client_id = $1 and t.contact_id = c.id`,
    [clientId],
  );
  await recountReports(owner, clientId);
  await requestReload(owner, clientId);
}

/** Has the server count the account's messages again, after they were changed without the change feed. */
export async function recountReports(owner: pg.ClientBase | pg.Pool, clientId: string): Promise<void> {
  await owner.query('update report_cursors set pos = null where client_id = $1', [clientId]);
}

/** Gives messages an outcome that no simulated phone can bring about. */
export async function setOutcomes(
  owner: pg.ClientBase,
  clientId: string,
  afterwards: readonly ForcedOutcome[],
): Promise<void> {
  const ids = (wanted: ForcedOutcome['becomes']) =>
    afterwards.filter(({ becomes }) => becomes === wanted).map(({ id }) => id);
  await owner.query(
    `update messages
     set status = 0, send_state = case when id = any($2) then 'unknown' else 'held' end,
       held_reason = case when id = any($2) then null else 'window_closed' end,
       provider_message_id = null, version = version + 1
     where client_id = $1 and (id = any($2) or id = any($3))`,
    [clientId, ids('unknown'), ids('held')],
  );
  await owner.query('delete from message_events where client_id = $1 and message_id = any($2)', [
    clientId,
    afterwards.map(({ id }) => id),
  ]);
}

/** One line in the change feed for each collection: every client of the account reads it again. */
export async function requestReload(owner: pg.ClientBase | pg.Pool, clientId: string): Promise<void> {
  await owner.query(
    `insert into changes_new (client_id, collection, row_id, marker, version)
     select $1, collection, '*', 'MODIFIED', 1 from unnest(array['contacts', 'messages', 'threads']) as collection`,
    [clientId],
  );
}
