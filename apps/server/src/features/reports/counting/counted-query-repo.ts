import { replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';

const countedStatement = statement(
  'reports.put_counted',
  `with given as materialized (
     select m.id, m.arrival / 512 as block, (m.arrival % 512)::int as place from unnest($2::uuid[]) as x(id)
     cross join lateral (select id, arrival from shared_messages where client_id = $1 and id = x.id offset 0) m
   ), before as materialized (
     select block, messages from report_counted
     where client_id = $1 and block = any(array(select distinct block from given))
   ), put as (
     insert into report_counted as c (client_id, block, messages)
     select $1, block, bit_or(set_bit(repeat('0', 512)::bit(512), place, 1)) from given group by block
     on conflict (client_id, block) do update set messages = c.messages | excluded.messages
   )
   select g.id from given g left join before b on b.block = g.block
   where b.block is null or get_bit(b.messages, g.place) = 0`,
);
/**
 * Marks messages as counted. The caller holds the account's cursor, so that no other process does the same.
 * @returns those that were not
 */
export async function putCounted(tx: TenantTx, messages: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(replanned(countedStatement), [tx.clientId, messages]);
  return rows.map(({ id }) => id);
}

const reopeningsStatement = statement(
  'reports.insert_reopenings',
  `insert into report_reopenings (client_id, event_id, quarter)
   select $1, e.id, report_quarter(e.at) from unnest($2::uuid[]) as x(id)
   cross join lateral (
     select id, kind, at, created_by from shared_thread_events where client_id = $1 and id = x.id offset 0) e
   where e.kind = 'reopened' and e.created_by = 'webhook'
   on conflict (client_id, event_id) do nothing returning event_id as id`,
);
/** Marks the events with which a customer began a conversation again as counted. @returns those that were not */
export async function insertReopenings(tx: TenantTx, events: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(replanned(reopeningsStatement), [tx.clientId, events]);
  return rows.map(({ id }) => id);
}
