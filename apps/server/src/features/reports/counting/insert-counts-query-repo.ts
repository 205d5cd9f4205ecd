import { replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';

/*
 * A conversation begins with the customer's message that was stored first: what an import of history adds later does not
 * begin it again. Where messages were deleted, fewer are stored than the conversation received.
 */
const insertStatement = statement(
  'reports.insert_counts',
  `insert into report_counts (client_id, quarter, channel_id, assignee_id, assignee_group_id, delayed, received, sent, opened)
   select $1, x.quarter, t.channel_id, t.assignee_id, t.assignee_group_id, $4 and report_delayed(x.quarter), sum(x.received),
     sum(x.sent), sum(x.opened)
   from (
     select m.thread_id, report_quarter(m.sort_at) as quarter, (m.direction = 'INCOMING')::int as received,
       (m.direction = 'OUTGOING')::int as sent, (case when m.direction <> 'INCOMING' then false
         when (
           select e.id from shared_messages e where e.client_id = $1 and e.thread_id = m.thread_id and e.direction = 'INCOMING'
             and e.arrival < m.arrival order by e.sort_at, e.id limit 1
         ) is not null then false
         else (select t.received_count from shared_threads t where t.client_id = $1 and t.id = m.thread_id) <= (
           select count(*) from shared_messages i where i.client_id = $1 and i.thread_id = m.thread_id and i.direction = 'INCOMING')
         end)::int as opened
     from unnest($2::uuid[]) as given(id) cross join lateral (
       select thread_id, direction, sort_at, arrival from shared_messages where client_id = $1 and id = given.id offset 0) m
     union all
     select e.thread_id, report_quarter(e.at), 0, 0, 1
     from unnest($3::uuid[]) as given(id) cross join lateral (
       select thread_id, kind, at, created_by from shared_thread_events where client_id = $1 and id = given.id offset 0) e
     where e.kind = 'reopened' and e.created_by = 'webhook'
   ) x cross join lateral (
     select channel_id, assignee_id, assignee_group_id from shared_threads where client_id = $1 and id = x.thread_id offset 0) t
   group by 2, 3, 4, 5`,
);

/**
 * Counts messages, and conversations that began with one of them or began again with an event.
 * @param mayDelay what is days old is not rolled up any more
 */
export async function insertCounts(
  tx: TenantTx,
  messages: readonly string[],
  events: readonly string[],
  mayDelay: boolean,
): Promise<void> {
  await tx.run(replanned(insertStatement), [tx.clientId, messages, events, mayDelay]);
}
