import type { Holder } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

/** SQL: whether another sender of the number answers in a thread `t`. */
export const heldByOther = `t.holder in ('ai_agent', 'other')`;

/** The same of a row that was read. */
export function isOtherHolder(holder: Holder | null): boolean {
  return holder === 'ai_agent' || holder === 'other';
}

/*
 * A conversation that comes to us is work: the customer waits from now on, and it is unread. What is not newer changes
 * nothing, and who holds it already gets no second line.
 */
const handOverStatement = statement(
  'messaging.hand_over',
  `with input as materialized (
     select distinct on (client_id, channel_id, contact_id) * from jsonb_to_recordset($1::jsonb)
       as x(client_id uuid, channel_id uuid, contact_id uuid, holder text, note text, at timestamptz)
     order by client_id, channel_id, contact_id, at desc
   ), found as materialized (
     select i.*, t.id, t.holder is distinct from i.holder as changes from input i cross join lateral (
       select id, holder, holder_at from threads
       where client_id = i.client_id and channel_id = i.channel_id and contact_id = i.contact_id for no key update
     ) t where t.holder_at is null or t.holder_at <= i.at
   ), moved as (
     update threads t set holder = f.holder, holder_at = f.at,
       waiting_since = case when not f.changes then t.waiting_since when f.holder = 'us' then coalesce(t.waiting_since, f.at) end,
       unread_count = t.unread_count + f.arrives, received_count = t.received_count + f.arrives,
       state = case when f.arrives = 1 then 'ACTIVE' else t.state end,
       snoozed_until = case when f.arrives = 0 then t.snoozed_until end,
       version = t.version + f.changes::int
     from (select *, (changes and holder = 'us')::int as arrives from found) f
     where t.client_id = f.client_id and t.id = f.id
     returning t.client_id, t.id, t.version, f.changes
   ), lines as (
     insert into thread_events (client_id, id, thread_id, kind, detail, created_by)
     select client_id, gen_random_uuid(), id, 'holder', jsonb_strip_nulls(jsonb_build_object('holder', holder, 'note', note)), 'agent'
     from found where changes
     returning client_id, id, version
   )
   select 'threads' as collection, client_id, id, version from moved where changes
   union all
   select 'thread_events', client_id, id, version from lines`,
);

export type Handover = {
  client_id: string;
  channel_id: string;
  contact_id: string;
  holder: Holder;
  note: string | null;
  at: string;
};

/** Notes who holds existing threads now; the newest of each thread wins. @returns what changed */
export function handOver(
  tx: Executor,
  handovers: readonly Handover[],
): Promise<Array<{ collection: 'threads' | 'thread_events'; client_id: string; id: string; version: number }>> {
  return tx.rows(handOverStatement, [JSON.stringify(handovers)]);
}

const setStatement = statement(
  'messaging.set_holder',
  `update threads t set holder = $3, version = t.version + 1,
     waiting_since = case when $3 = 'us' then t.waiting_since end,
     holder_at = now() + c.clock_offset_ms * interval '1 millisecond'
   from shared_channels c
   where t.client_id = $1 and t.id = $2 and c.client_id = $1 and c.id = t.channel_id and t.holder is distinct from $3
   returning t.version`,
);

/** Who holds it after a member's act that WhatsApp confirmed. @returns its version; null when it was so before */
export async function setHolder(tx: TenantTx, id: string, holder: Holder): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(setStatement, [tx.clientId, id, holder]);
  return row?.version ?? null;
}

const heldStatement = statement(
  'messaging.is_held_by_other',
  `select t.id from threads t where t.client_id = $1 and t.id = $2 and ${heldByOther}`,
);

export async function isHeldByOther(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.rows(heldStatement, [tx.clientId, id])).length > 0;
}

const mergeStatement = statement(
  'messaging.merge_holder',
  `update threads t set holder = f.holder, holder_at = f.holder_at from threads f
   where t.client_id = $1 and t.id = $3 and f.client_id = $1 and f.id = $2 and f.holder is not null
     and (t.holder_at is null or t.holder_at < f.holder_at)`,
);

/** A thread that another one is merged into has the holder of the one that the customer wrote to last. */
export async function mergeHolder(tx: TenantTx, from: string, into: string): Promise<void> {
  await tx.run(mergeStatement, [tx.clientId, from, into]);
}
