import type pg from 'pg';
import type { Afterwards, Played } from './play.ts';

/**
 * Moves messages, their status events and their threads to when they are to have been. Ids and
 * arrival keep the order in which they were played.
 * @param owner  a connection in a transaction
 * @param played minutes before now, of each message
 */
export async function moveInTime(owner: pg.ClientBase, clientId: string, played: readonly Played[]): Promise<void> {
  const nowMs = Date.now();
  const times = played.map(({ ago }) => new Date(nowMs - ago * 60_000));
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
     set "timestamp" = moves.at, created_at = moves.at, sort_at = date_trunc('second', moves.at), version = m.version + 1
     from moves where m.client_id = $1 and m.id = moves.id`,
    [clientId],
  );
  await owner.query(
    `with last as (
       select distinct on (thread_id) thread_id, id, "timestamp", sort_at, arrival from messages
       where client_id = $1 order by thread_id, sort_at desc, arrival desc
     ), spans as (
       select thread_id, min("timestamp") as first_at, max("timestamp") filter (where direction = 'INCOMING') as heard_at
       from messages where client_id = $1 group by thread_id
     )
     update threads t
     set last_message_id = last.id, last_message_at = last."timestamp", last_sort_at = last.sort_at,
       last_arrival = last.arrival, created_at = spans.first_at, window_expires_at = spans.heard_at + interval '24 hours',
       version = t.version + 1
     from last join spans using (thread_id)
     where t.client_id = $1 and t.id = last.thread_id`,
    [clientId],
  );
  await owner.query(
    `update contacts c set created_at = t.created_at, version = c.version + 1
     from threads t where c.client_id = $1 and t.client_id = $1 and t.contact_id = c.id`,
    [clientId],
  );
  await tellEverybody(owner, clientId);
}

/** Gives messages an outcome that no simulated phone can bring about. */
export async function bringAbout(
  owner: pg.ClientBase,
  clientId: string,
  afterwards: readonly Afterwards[],
): Promise<void> {
  const ids = (wanted: Afterwards['becomes']) =>
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

/** One line in the feed for each collection: whoever looks at the account reads it again. */
export async function tellEverybody(owner: pg.ClientBase | pg.Pool, clientId: string): Promise<void> {
  await owner.query(
    `insert into changes_new (client_id, collection, row_id, marker, version)
     select $1, collection, '*', 'MODIFIED', 1 from unnest(array['contacts', 'messages', 'threads']) as collection`,
    [clientId],
  );
}
