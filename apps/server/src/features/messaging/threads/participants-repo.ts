import { type Executor, statement } from '../../../platform/db/sql.ts';
import type { ChangedRow } from './incoming-repo.ts';

/** What a message, a status or an update says of one person in a group. */
export type ToldParticipant = {
  client_id: string;
  channel_id: string;
  group_id: string;
  contact_id: string;
  is_in: boolean;
  at: string;
};

/*
 * What is older than the newest that was told changes nothing, so that deliveries may come in any order. Of the same second
 * only what says otherwise counts: a repeated one does not.
 */
const noteStatement = statement(
  'messaging.note_participants',
  `with input as materialized (
     select distinct on (t.client_id, t.id, x.contact_id) t.client_id, t.id as thread_id, x.contact_id, x.is_in, x.at
     from jsonb_to_recordset($1::jsonb)
       as x(client_id uuid, channel_id uuid, group_id text, contact_id uuid, is_in boolean, at timestamptz)
     cross join lateral (
       select client_id, id from threads
       where client_id = x.client_id and channel_id = x.channel_id and group_id = x.group_id offset 0
     ) t
     order by t.client_id, t.id, x.contact_id, x.at desc
   ), was as materialized (
     select i.*, p.is_in as was_in from input i
     left join thread_participants p on p.client_id = i.client_id and p.thread_id = i.thread_id and p.contact_id = i.contact_id
   ), noted as (
     insert into thread_participants as p (client_id, thread_id, contact_id, is_in, since, told_at)
     select client_id, thread_id, contact_id, is_in, at, at from input
     on conflict (client_id, thread_id, contact_id) do update set is_in = excluded.is_in, told_at = excluded.told_at,
       since = case when excluded.is_in and not p.is_in then excluded.since else p.since end
     where p.told_at < excluded.told_at or p.told_at = excluded.told_at and p.is_in <> excluded.is_in
     returning client_id, thread_id, contact_id, is_in
   )
   select n.* from noted n join was w using (client_id, thread_id, contact_id) where w.was_in is distinct from n.is_in`,
);

export type MovedParticipant = { client_id: string; thread_id: string; contact_id: string; is_in: boolean };

/** Notes who is in groups and who has left; their threads exist and are locked. @returns who is new, came back or left */
export async function noteParticipants(tx: Executor, told: readonly ToldParticipant[]): Promise<MovedParticipant[]> {
  return told.length === 0 ? [] : tx.rows(noteStatement, [JSON.stringify(told)]);
}

const touchStatement = statement(
  'messaging.touch_groups',
  `with wanted as materialized (
     select t.client_id, t.id from threads t join unnest($1::uuid[], $2::uuid[]) as x(client_id, id)
       on x.client_id = t.client_id and x.id = t.id order by t.client_id, t.id for no key update of t
   )
   update threads t set version = t.version + 1 from wanted w where t.client_id = w.client_id and t.id = w.id
   returning t.client_id, t.id, t.version`,
);

/** Marks the conversations of groups as changed after somebody in them changed. */
export async function touchGroups(tx: Executor, moved: readonly MovedParticipant[]): Promise<ChangedRow[]> {
  if (moved.length === 0) return [];
  const threads = new Map(moved.map(({ client_id, thread_id }) => [thread_id, client_id]));
  return tx.rows(touchStatement, [[...threads.values()], [...threads.keys()]]);
}

/** What WhatsApp says of a group, with the provider's times of it. */
export type GroupFacts = {
  state?: 'active' | 'suspended' | 'deleted';
  state_at?: string;
  subject_at?: string;
  description?: string;
};

const lockStatement = statement(
  'messaging.lock_group_facts',
  'select group_facts as facts from threads where client_id = $1 and id = $2 for no key update',
);

export async function lockGroupFacts(tx: Executor, clientId: string, threadId: string): Promise<GroupFacts> {
  const [row] = await tx.rows<{ facts: GroupFacts }>(lockStatement, [clientId, threadId]);
  if (row === undefined) throw new Error('a thread that was just made is gone');
  return row.facts;
}

const writeStatement = statement(
  'messaging.write_group_facts',
  `update threads set group_facts = $3::jsonb, version = version + 1 where client_id = $1 and id = $2
   returning version`,
);

/** @returns the version of the thread */
export async function writeGroupFacts(
  tx: Executor,
  clientId: string,
  threadId: string,
  facts: GroupFacts,
): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(writeStatement, [clientId, threadId, JSON.stringify(facts)]);
  if (row === undefined) throw new Error('a locked thread is gone');
  return row.version;
}

/* The provider tells seconds: within one, milliseconds keep the order in which lines and messages came. */
const linesStatement = statement(
  'messaging.insert_group_lines',
  `with known as (
     select max(k.at) + interval '1 millisecond' as next from (
       select at from thread_events
       where client_id = $1 and thread_id = $2 and at >= $4::timestamptz and at < $4::timestamptz + interval '1 second'
       union all
       select sort_at from messages
       where client_id = $1 and thread_id = $2 and sort_at >= $4::timestamptz and sort_at < $4::timestamptz + interval '1 second'
     ) k
   )
   insert into thread_events (client_id, id, thread_id, kind, detail, at, created_by)
   select $1, gen_random_uuid(), $2, 'group', d.detail,
     coalesce(k.next, $4::timestamptz) + (d.ord - 1) * interval '1 millisecond', 'webhook'
   from known k, jsonb_array_elements($3::jsonb) with ordinality as d(detail, ord)
   returning client_id, id, version`,
);

/** Lines about the group in its conversation, which is locked, at the provider's time. */
export async function insertGroupLines(
  tx: Executor,
  clientId: string,
  threadId: string,
  details: readonly object[],
  at: Date,
): Promise<ChangedRow[]> {
  return details.length === 0 ? [] : tx.rows(linesStatement, [clientId, threadId, JSON.stringify(details), at]);
}

/*
 * How far a message of ours has come in a group: as far as with everybody who was in it then, and with everybody of whom
 * something is known. A status without a participant is about all of them.
 */
const ranksStatement = statement(
  'messaging.find_group_ranks',
  `select m.client_id, m.id, greatest(
     coalesce((select max(${rankOf('e')}) from message_events e
       where e.client_id = m.client_id and e.message_id = m.id and e.participant = ''), 0),
     coalesce((
       select min(r.rank) from (
         select coalesce(max(${rankOf('e')}), 0) as rank
         from (
           select contact_id::text as id from thread_participants p
           where p.client_id = m.client_id and p.thread_id = m.thread_id and p.is_in and p.since <= m."timestamp"
           union
           select k.participant from message_events k
           where k.client_id = m.client_id and k.message_id = m.id and k.participant <> ''
         ) who
         left join message_events e on e.client_id = m.client_id and e.message_id = m.id and e.participant = who.id
         group by who.id
       ) r
     ), 0))::int as rank
   from unnest($1::uuid[], $2::uuid[]) as x(client_id, id)
   join messages m on m.client_id = x.client_id and m.id = x.id`,
);

function rankOf(event: string): string {
  return `case ${event}.status when 'sent' then 1 when 'delivered' then 2 when 'read' then 3 when 'played' then 4 else 0 end`;
}

/** The ranks of messages in groups, by id, from the events that are stored. */
export async function findGroupRanks(
  tx: Executor,
  messages: ReadonlyArray<{ clientId: string; messageId: string }>,
): Promise<Map<string, number>> {
  if (messages.length === 0) return new Map();
  const rows = await tx.rows<{ client_id: string; id: string; rank: number }>(ranksStatement, [
    messages.map(({ clientId }) => clientId),
    messages.map(({ messageId }) => messageId),
  ]);
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}
