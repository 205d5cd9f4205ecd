import { replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';

const pidStatement = statement('reports.find_own_process', 'select pg_backend_pid() as pid');
/** The process of the database that runs the transaction. */
export async function findOwnProcess(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ pid: number }>(pidStatement);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row.pid;
}

const cancelStatement = statement('reports.cancel_process', 'select pg_cancel_backend($1)');
/** Ends the statement of a process with an error. */
export async function cancelProcess(tx: TenantTx, pid: number): Promise<void> {
  await tx.rows(cancelStatement, [pid]);
}

const firstStatement = statement(
  'reports.find_first_quarter',
  'select report_quarter(min(sort_at)) as quarter from messages where client_id = $1',
);
/** The quarter of an hour of the oldest message that is still stored; null: none is. */
export async function findFirstQuarter(tx: TenantTx): Promise<number | null> {
  const [row] = await tx.rows<{ quarter: number | null }>(firstStatement, [tx.clientId]);
  return row?.quarter ?? null;
}

const clearCounts = statement(
  'reports.clear_counts',
  'delete from report_counts where client_id = $1 and quarter >= $2',
);
const clearTimes = statement('reports.clear_times', 'delete from report_times where client_id = $1 and quarter >= $2');
// Days and months are rolled up again, and until then not read.
const clearRollups = statement('reports.clear_rollups', 'delete from report_rollups where client_id = $1');
export async function clearFigures(tx: TenantTx, fromQuarter: number): Promise<void> {
  await tx.run(clearRollups, [tx.clientId]);
  await tx.run(clearCounts, [tx.clientId, fromQuarter]);
  await tx.run(clearTimes, [tx.clientId, fromQuarter]);
}

/*
 * The same figures as from the feed, from all messages and events, with today's assignment of each conversation. One
 * statement, so that messages, the waiting changes and the position of the feed are those of one moment: what waits for
 * its position comes later by the feed, everything else is before that position.
 */
const putStatement = statement(
  'reports.put_figures',
  `with head as materialized (
     select pos from change_counters where client_id = $1
   ), waiting as materialized (
     select row_id from changes_new where client_id = $1 and collection in ('messages', 'thread_events') and marker = 'NEW'
   ), placed as materialized (
     select m.id, m.thread_id, m.direction, m.source, m.status, m.created_by, m.created_at, m."timestamp", m.sort_at,
       m.arrival = min(m.arrival) filter (where m.direction = 'INCOMING') over (partition by m.thread_id) as is_first,
       count(*) filter (where m.direction = 'INCOMING') over (partition by m.thread_id) as received,
       lag(m.direction) over thread as before,
       -- A run ends with an outgoing message: what the customer wrote before it began the wait.
       count(*) filter (where m.direction = 'OUTGOING') over (thread rows between unbounded preceding and 1 preceding) as run
     from messages m where m.client_id = $1 window thread as (partition by m.thread_id order by m.sort_at, m.id)
   ), noted as materialized (
     select e.id, e.thread_id, e.kind, e.at, e.created_by,
       max(e.at) filter (where e.kind = 'reopened') over (partition by e.thread_id order by e.at, e.id) as reopened_at
     from thread_events e where e.client_id = $1
   ), counted as (
     insert into report_counts (client_id, quarter, channel_id, assignee_id, assignee_group_id, received, sent, opened)
     select $1, x.quarter, t.channel_id, t.assignee_id, t.assignee_group_id, sum(x.received), sum(x.sent),
       sum(case when x.stored >= t.received_count then x.opened else 0 end)
     from (
       select id, thread_id, report_quarter(sort_at) as quarter, (direction = 'INCOMING')::int as received,
         (direction = 'OUTGOING')::int as sent, (direction = 'INCOMING' and is_first)::int as opened, received as stored
       from placed
       union all
       select id, thread_id, report_quarter(at), 0, 0, 1, 2147483647 from noted
       where kind = 'reopened' and created_by = 'webhook' and report_quarter(at) >= $2
     ) x join threads t on t.client_id = $1 and t.id = x.thread_id
     where not exists (select from waiting w where w.row_id = x.id::text)
     group by 2, 3, 4, 5
   ), replied as (
     insert into report_times (client_id, source_id, kind, quarter, seconds, channel_id, user_id, assignee_id,
       assignee_group_id, failed)
     select $1, r.id, 'reply', report_quarter(r.sort_at), report_seconds(r.created_at - r.began_at), t.channel_id,
       report_member(r.created_by), t.assignee_id, t.assignee_group_id, r.status = -1
     from (
       select *, first_value("timestamp") over (partition by thread_id, run order by sort_at, id) as began_at from placed
     ) r join threads t on t.client_id = $1 and t.id = r.thread_id
     where r.direction = 'OUTGOING' and r.source = 'INBOX' and r.before = 'INCOMING'
     on conflict (client_id, source_id) do nothing
   ), resolved as (
     insert into report_times (client_id, source_id, kind, quarter, seconds, channel_id, user_id, assignee_id,
       assignee_group_id)
     select $1, e.id, 'resolution', report_quarter(e.at), report_seconds(e.at - coalesce(e.reopened_at, t.created_at)),
       t.channel_id, report_member(e.created_by), t.assignee_id, t.assignee_group_id
     from noted e join threads t on t.client_id = $1 and t.id = e.thread_id
     where e.kind = 'done' and report_quarter(e.at) >= $2
     on conflict (client_id, source_id) do nothing
   )
   update report_cursors set pos = (select pos from head) where client_id = $1`,
);
/** Counts an account from its messages, and its events of a quarter of an hour or later; moves its cursor. */
export async function putFigures(tx: TenantTx, fromQuarter: number): Promise<void> {
  await tx.run(replanned(putStatement), [tx.clientId, fromQuarter]);
}
