import type { MessageError } from '@parley/contract/types';
import { type Executor, statement } from '../../../platform/db/sql.ts';
import { type Cause, columnAfterFirst, isIn, isMovedBy, stateAfterFirst } from './state-sql.ts';

/** A fold of statuses, matched to its message. */
export type MatchedStatus = {
  clientId: string;
  channelId: string;
  messageId: string;
  providerId: string;
  /** It belongs to an attempt before the current one: only a delivery counts. */
  oldAttempt: boolean;
  /** The attempt of the message at the time of matching. */
  attempt: number;
  rank: number;
  failed: boolean;
  error: MessageError | null;
  /** It has statuses of single participants of a group. */
  inGroup: boolean;
};

/** A fold has the highest status, and whether one of them says failed. A delivery counts more than a failure. */
const causesIn = (fold: string, ofThisAttempt = 'true'): readonly Cause[] => [
  { event: 'status_played', when: `${fold}.rank = 4` },
  { event: 'status_read', when: `${fold}.rank = 3` },
  { event: 'status_delivered', when: `${fold}.rank = 2` },
  { event: 'status_failed', when: `${fold}.failed and ${fold}.rank < 2 and ${ofThisAttempt}` },
  { event: 'status_sent', when: `${fold}.rank = 1 and ${ofThisAttempt}` },
];

/*
 * The common case: the status names our message, its provider id is the message's, so it is of the current attempt, and
 * it moves the message forward. One pass finds the message, updates it and inserts the event; all other statuses go
 * through the general case below. Conditions and new values read the row itself, so PostgreSQL evaluates them again on
 * the newest version after a concurrent write. Rows are locked in key order: the sorted input drives the loop. Arrays,
 * because parsing JSON costs three times as much, and no join between two of them, which the planner would estimate as
 * ten rows and nest. (Measured in docs/measurements.md.)
 */
const advanceNamedStatement = statement(
  'messaging.advance_named_statuses',
  `with input as materialized (
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::smallint[], $6::boolean[], $7::jsonb[],
       $8::text[], $9::timestamptz[], $10::int[]) with ordinality
       as i(client_id, channel_id, id, provider_id, rank, failed, error, event, at, detail, ord)
     order by client_id, id
   ), moved as (
     update messages m set
       ${stateAfterFirst(causesIn('i'))},
       error = case when i.failed and i.rank < 2 then coalesce(i.error, m.error) end,
       waiting_reason = null,
       held_reason = null,
       version = m.version + 1
     from input i
     where m.client_id = i.client_id and m.id = i.id and m.channel_id = i.channel_id and m.direction = 'OUTGOING'
       and m.provider_message_id = i.provider_id
       and ${isMovedBy(causesIn('i'))}
     returning i.ord, i.event, i.at, i.detail, m.client_id, m.id, m.version
   ), kept as (
     insert into message_events (client_id, message_id, status, provider_at, detail)
     select client_id, id, event, at, $11::jsonb -> detail from moved
     on conflict do nothing
   )
   select ord::int - 1 as index, version from moved`,
);

/** A status that names one of our messages, with its first event. */
export type NamedStatus = {
  clientId: string;
  channelId: string;
  messageId: string;
  providerId: string;
  rank: number;
  failed: boolean;
  error: MessageError | null;
  event: { status: string; at: Date; detail: unknown };
};

/**
 * Applies the statuses that are of their message's current attempt and move it forward, and inserts their events.
 * @param statuses distinct by message
 * @returns the new version of each message that moved, by index
 */
export async function advanceNamed(tx: Executor, statuses: readonly NamedStatus[]): Promise<Map<number, number>> {
  if (statuses.length === 0) return new Map();
  const details = new Map<string, number>();
  const detailOf = ({ event }: NamedStatus) => {
    const text = JSON.stringify(event.detail);
    const known = details.get(text) ?? details.size;
    details.set(text, known);
    return known;
  };
  const rows = await tx.rows<{ index: number; version: number }>(advanceNamedStatement, [
    statuses.map((status) => status.clientId),
    statuses.map((status) => status.channelId),
    statuses.map((status) => status.messageId),
    statuses.map((status) => status.providerId),
    statuses.map((status) => status.rank),
    statuses.map((status) => status.failed),
    statuses.map((status) => (status.error === null ? null : JSON.stringify(status.error))),
    statuses.map((status) => status.event.status),
    statuses.map((status) => status.event.at.toISOString()),
    statuses.map(detailOf),
    `[${[...details.keys()].join(',')}]`,
  ]);
  return new Map(rows.map(({ index, version }) => [index, version]));
}

const matchStatement = statement(
  'messaging.match_statuses',
  `select i.ord, coalesce(a.id, b.id, c.message_id) as message_id, coalesce(a.attempt, b.attempt, c.attempt) as attempt,
     case when a.id is not null then c.message_id is not null or a.provider_message_id is distinct from i.provider_id
            and a.provider_message_id is not null
          else b.id is null end as old_attempt
   from jsonb_to_recordset($1::jsonb) as i(ord int, client_id uuid, channel_id uuid, provider_id text, our_id uuid)
   left join messages a on a.client_id = i.client_id and a.id = i.our_id and a.channel_id = i.channel_id
     and a.direction = 'OUTGOING'
   left join messages b on a.id is null and b.client_id = i.client_id and b.channel_id = i.channel_id
     and b.provider_message_id = i.provider_id and b.direction = 'OUTGOING'
   left join message_attempts c on c.client_id = i.client_id and c.channel_id = i.channel_id
     and c.provider_message_id = i.provider_id
   order by i.ord`,
);

/** The message of a status; null when it is not stored yet. */
export type Match = Pick<MatchedStatus, 'messageId' | 'oldAttempt' | 'attempt'> | null;

/**
 * Finds the message of each status: by our id first, by the provider's second, by the provider's id of an earlier
 * attempt last.
 * @returns one entry per status, in order
 */
export async function matchStatuses(
  tx: Executor,
  statuses: ReadonlyArray<{ clientId: string; channelId: string; providerId: string; ourId: string | null }>,
): Promise<Match[]> {
  if (statuses.length === 0) return [];
  const rows = await tx.rows<{ message_id: string | null; old_attempt: boolean; attempt: number }>(matchStatement, [
    JSON.stringify(
      statuses.map((status, ord) => ({
        ord,
        client_id: status.clientId,
        channel_id: status.channelId,
        provider_id: status.providerId,
        our_id: status.ourId,
      })),
    ),
  ]);
  return rows.map((row) =>
    row.message_id === null ? null : { messageId: row.message_id, oldAttempt: row.old_attempt, attempt: row.attempt },
  );
}

const causesOf = (fold: string) => causesIn(fold, `not ${fold}.older`);

/*
 * A message only moves forward: to sent from queued; to delivered, read and played from anything lower, also after
 * failed; to failed only from queued and sent. Rows are locked in key order first, as every writer of several messages
 * does, and the decision reads the locked rows: the statement's snapshot is older than a writer it waited for. So a
 * status is of an earlier attempt also when a later one began meanwhile. A status with an unknown provider id that
 * arrives before an attempt has left is of an attempt whose answer was lost; its provider id is stored.
 */
const advanceStatement = statement(
  'messaging.advance_statuses',
  `with input as materialized (
     select * from jsonb_to_recordset($1::jsonb) as x(client_id uuid, channel_id uuid, id uuid, provider_id text,
       old_attempt boolean, attempt int, rank smallint, failed boolean, error jsonb)
   ), locked as materialized (
     select i.*, m.status, m.send_state, m.provider_message_id as known_id, m.attempt as attempt_now
     from messages m join input i on i.client_id = m.client_id and i.id = m.id
     order by m.client_id, m.id for update of m
   ), placed as materialized (
     select l.*, l.old_attempt or l.attempt <> l.attempt_now or l.provider_id <> coalesce(l.known_id, l.provider_id)
       or (l.known_id is null and l.attempt_now > 1 and ${isIn(['waiting', 'held', 'discarded'], 'l')}) as older
     from locked l
   ), decided as materialized (
     select p.*, ${columnAfterFirst('status', causesOf('p'), 'p')} as after,
       ${isMovedBy(causesOf('p'), 'p')} as moves from placed p
   ), noted as (
     insert into message_attempts (client_id, channel_id, provider_message_id, message_id, attempt)
     select client_id, channel_id, provider_id, id, attempt_now - 1 from decided where older
     on conflict do nothing
   )
   update messages m set
     ${stateAfterFirst(causesOf('d'), 'd')},
     error = case when d.after = -1 then coalesce(d.error, m.error) when d.after > 0 then null else m.error end,
     waiting_reason = case when d.moves then null else m.waiting_reason end,
     held_reason = case when d.moves then null else m.held_reason end,
     provider_message_id = case when m.provider_message_id is null and not d.older then d.provider_id
                                else m.provider_message_id end,
     version = m.version + 1
   from decided d
   where m.client_id = d.client_id and m.id = d.id
     and (d.moves or d.known_id is null and not d.older)
   returning m.client_id, m.id, m.version, m.channel_id,
     case when d.known_id is null then m.provider_message_id end as learned_id`,
);

export type ChangedMessage = {
  client_id: string;
  id: string;
  version: number;
  channel_id: string;
  /** The provider id, when the message had none before. */
  learned_id: string | null;
};

/** Applies the folded statuses. @param statuses distinct by message @returns the messages that changed */
export function advanceMessages(tx: Executor, statuses: readonly MatchedStatus[]): Promise<ChangedMessage[]> {
  return tx.rows(advanceStatement, [
    JSON.stringify(
      statuses.map((status) => ({
        client_id: status.clientId,
        channel_id: status.channelId,
        id: status.messageId,
        provider_id: status.providerId,
        old_attempt: status.oldAttempt,
        attempt: status.attempt,
        rank: status.rank,
        failed: status.failed,
        error: status.error,
      })),
    ),
  ]);
}

const eventsStatement = statement(
  'messaging.insert_events',
  `insert into message_events (client_id, message_id, status, provider_at, detail, participant)
   select client_id, message_id, status, provider_at, detail, participant
   from jsonb_to_recordset($1::jsonb)
     as x(client_id uuid, message_id uuid, status text, provider_at timestamptz, detail jsonb, participant text)
   on conflict do nothing`,
);

export type MessageEvent = {
  client_id: string;
  message_id: string;
  status: string;
  provider_at: string;
  detail: unknown;
  participant: string;
};

/** Inserts status events with the provider's time; a repeated one is skipped. */
export async function insertMessageEvents(tx: Executor, events: readonly MessageEvent[]): Promise<void> {
  if (events.length > 0) await tx.run(eventsStatement, [JSON.stringify(events)]);
}

const parkStatement = statement(
  'messaging.park_statuses',
  `insert into parked_statuses (client_id, channel_id, provider_message_id, status, provider_at, rank, message_id, detail,
     participant)
   select client_id, channel_id, provider_id, status, provider_at, rank, message_id, detail, participant
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, channel_id uuid, provider_id text, status text,
     provider_at timestamptz, rank smallint, message_id uuid, detail jsonb, participant text)
   on conflict do nothing`,
);

export type ParkedStatus = {
  client_id: string;
  channel_id: string;
  provider_id: string;
  status: string;
  provider_at: string;
  rank: number | null;
  message_id: string | null;
  detail: unknown;
  participant: string;
};

/** Stores statuses until the provider id of their message is known. */
export async function parkStatuses(tx: Executor, parked: readonly ParkedStatus[]): Promise<void> {
  if (parked.length > 0) await tx.run(parkStatement, [JSON.stringify(parked)]);
}

const unparkStatement = statement(
  'messaging.take_parked_statuses',
  `delete from parked_statuses p using unnest($1::uuid[], $2::uuid[], $3::text[]) as x(client_id, channel_id, provider_id)
   where p.client_id = x.client_id and p.channel_id = x.channel_id and p.provider_message_id = x.provider_id
   returning p.client_id, p.channel_id, p.provider_message_id as provider_id, p.status, p.provider_at, p.rank, p.detail,
     p.participant`,
);

/** Deletes and returns the statuses parked under these provider ids. */
export function takeParkedStatuses(
  tx: Executor,
  known: ReadonlyArray<{ clientId: string; channelId: string; providerId: string }>,
): Promise<Array<Omit<ParkedStatus, 'provider_at' | 'message_id'> & { provider_at: Date }>> {
  return tx.rows(unparkStatement, [
    known.map((entry) => entry.clientId),
    known.map((entry) => entry.channelId),
    known.map((entry) => entry.providerId),
  ]);
}

const claimableStatement = statement(
  'messaging.find_claimable_statuses',
  `select distinct p.client_id, p.channel_id, p.provider_message_id as provider_id from parked_statuses p
   left join messages m on m.client_id = p.client_id and m.channel_id = p.channel_id
     and m.provider_message_id = p.provider_message_id and m.direction = 'OUTGOING'
   left join message_attempts a on a.client_id = p.client_id and a.channel_id = p.channel_id
     and a.provider_message_id = p.provider_message_id
   where p.received_at > now() - $1 * interval '1 millisecond' and (m.id is not null or a.message_id is not null)
   limit 1000`,
);

/** Provider ids that have parked statuses of the last `withinMs` although their message is known. */
export async function findClaimableStatuses(
  tx: Executor,
  withinMs: number,
): Promise<Array<{ clientId: string; channelId: string; providerId: string }>> {
  const rows = await tx.rows<{ client_id: string; channel_id: string; provider_id: string }>(claimableStatement, [
    withinMs,
  ]);
  return rows.map((row) => ({ clientId: row.client_id, channelId: row.channel_id, providerId: row.provider_id }));
}
