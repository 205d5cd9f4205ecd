import { type Executor, statement } from '../../../platform/db/sql.ts';

/*
 * Identities are found by their key; only a later word than the one that is there moves anything, and a delivery of the
 * same second or later is one too, in whatever order the two came.
 */
const markStatement = statement(
  'reach_mark',
  `with marked as (
     update contact_identities set
       unreachable_at = case when $5 = 'not_on_whatsapp' then $6 else unreachable_at end,
       capped_until = case when $5 = 'marketing_capped' then $6::timestamptz + interval '24 hours' else capped_until end
     where client_id = $1 and kind = $3 and key = $4
       and not ($5 = 'not_on_whatsapp' and exists (
         select from messages a
         join messages d on d.client_id = a.client_id and d.thread_id = a.thread_id and d.direction = 'OUTGOING'
           and d.status >= 2 and d.sort_at > $6::timestamptz - interval '30 days'
         join message_events e on e.client_id = d.client_id and e.message_id = d.id
           and e.status in ('delivered', 'read', 'played') and e.provider_at >= $6
         where a.client_id = $1 and a.id = $2))
       and coalesce(case when $5 = 'not_on_whatsapp' then unreachable_at else capped_until - interval '24 hours' end, '-infinity') < $6
     returning contact_id
   )
   update threads t set version = t.version + 1 from marked k, messages m
   where m.client_id = $1 and m.id = $2 and t.client_id = $1 and t.id = m.thread_id
   returning t.id, t.version`,
);

export type ReachMark = {
  clientId: string;
  messageId: string;
  kind: 'phone' | 'user';
  key: string;
  state: 'not_on_whatsapp' | 'marketing_capped';
  at: Date;
};

/** Notes what a failed send told of its recipient. @returns the thread that shows it; null when it was known */
export async function markReach(tx: Executor, mark: ReachMark): Promise<{ id: string; version: number } | null> {
  const { clientId, messageId, kind, key, state, at } = mark;
  const [row] = await tx.rows<{ id: string; version: number }>(markStatement, [
    clientId,
    messageId,
    kind,
    key,
    state,
    at,
  ]);
  return row ?? null;
}

const marksStatement = statement(
  'reach_marks_of_delivered',
  `select i.client_id, i.kind, i.key, m."to", m.to_user_id, x.at
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as x(client_id, id, at)
   join messages m on m.client_id = x.client_id and m.id = x.id
   join contact_identities i on i.client_id = m.client_id and i.contact_id = m.contact_id
     and i.unreachable_at is not null and i.unreachable_at <= x.at`,
);

/** A message that reached its customer, and when. */
export type Delivered = { clientId: string; messageId: string; at: Date };

/** A mark on somebody something was delivered to. */
export type StaleMark = Pick<ReachMark, 'kind' | 'key'> & {
  client_id: string;
  to: string | null;
  to_user_id: string | null;
  at: Date;
};

/** Marks from before these deliveries on the people they went to, whichever of their identities has it. */
export function findMarks(tx: Executor, delivered: readonly Delivered[]): Promise<StaleMark[]> {
  return tx.rows(marksStatement, [
    delivered.map(({ clientId }) => clientId),
    delivered.map(({ messageId }) => messageId),
    delivered.map(({ at }) => at.toISOString()),
  ]);
}

const unmarkStatement = statement(
  'reach_unmark',
  `with unmarked as (
     update contact_identities set unreachable_at = null
     where client_id = $1 and kind = $2 and key = $3 and unreachable_at <= $4
     returning contact_id
   ), shown as materialized (
     select t.id from threads t join unmarked u on t.client_id = $1 and t.contact_id = u.contact_id
     order by t.id for update of t
   )
   update threads t set version = t.version + 1 from shown s where t.client_id = $1 and t.id = s.id
   returning t.id, t.version`,
);

/** Something reached the owner of a number or user id. @returns the threads that showed the mark */
export function unmark(
  tx: Executor,
  { client_id, kind, key, at }: StaleMark,
): Promise<{ id: string; version: number }[]> {
  return tx.rows(unmarkStatement, [client_id, kind, key, at]);
}
