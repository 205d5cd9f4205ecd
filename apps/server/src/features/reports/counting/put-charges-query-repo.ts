import { replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';

/*
 * WhatsApp bills what it delivers; each status of a message tells the price again. The first one of the delivery counts,
 * and the message is marked.
 */
const chargesStatement = statement(
  'reports.put_charges',
  `with given as materialized (
     select m.* from unnest($2::uuid[]) as x(id) cross join lateral (
       select id, thread_id, channel_id, arrival / 512 as block, (arrival % 512)::int as place from shared_messages
       where client_id = $1 and id = x.id and direction = 'OUTGOING' and status >= 2 offset 0) m
   ), uncharged as materialized (
     select g.* from given g left join report_counted c on c.client_id = $1 and c.block = g.block
     where c.block is null or get_bit(c.charged, g.place) = 0
   ), billed as materialized (
     select g.*, e.at, e.pricing from uncharged g cross join lateral (
       select provider_at as at, detail -> 'pricing' as pricing from shared_message_events
       where client_id = $1 and message_id = g.id and status in ('delivered', 'read', 'played')
         and jsonb_typeof(detail -> 'pricing') = 'object' order by provider_at limit 1
     ) e
   ), marked as (
     insert into report_counted as c (client_id, block, charged)
     select $1, block, bit_or(set_bit(repeat('0', 512)::bit(512), place, 1)) from billed group by block
     on conflict (client_id, block) do update set charged = c.charged | excluded.charged
   )
   insert into report_charges as t (client_id, quarter, channel_id, category, digits, billable, n)
   select $1, report_quarter(b.at), b.channel_id, case when b.pricing ->> 'type' = 'free_entry_point' then 'free_entry_point'
       else left(coalesce(lower(b.pricing ->> 'category'), 'unknown'), 60) end,
     left(regexp_replace(coalesce(c.to_phone, ''), '[^0-9]', '', 'g'), 4),
     coalesce(b.pricing ->> 'billable', 'false') = 'true', count(*)
   from billed b cross join lateral (
     select to_phone from shared_threads where client_id = $1 and id = b.thread_id offset 0) c
   group by 2, 3, 4, 5, 6
   on conflict (client_id, quarter, channel_id, category, digits, billable) do update set n = t.n + excluded.n`,
);
/** Counts what delivered messages are billed as. The caller holds the account's cursor. */
export async function putCharges(tx: TenantTx, messages: readonly string[]): Promise<void> {
  await tx.run(replanned(chargesStatement), [tx.clientId, messages]);
}
