import { statement, type TenantTx } from '../../platform/db/sql.ts';
import type { VisibleTo } from './runs-query.ts';

const countRunsIn = (runs: string) =>
  `select automation_id as id, sum(runs)::int as runs, sum(handed_over)::int as handed_over, sum(failed)::int as failed,
     sum(waiting)::int as waiting
   from (
     select r.automation_id, count(*) as runs, count(*) filter (where r.reason = 'handed_over') as handed_over,
       count(*) filter (where r.state = 'FAILED') as failed, count(*) filter (where r.due_at is not null) as waiting
     from ${runs} and r.started_at > now() - interval '1 day' and r.reason is distinct from 'not_met' and r.thread_id is not null
     group by 1
     union all
     select r.automation_id, 0, 0, 0, count(*) from ${runs} and r.due_at is not null and r.started_at <= now() - interval '1 day'
     group by 1
   ) counted group by 1`;
const countStatement = statement('automations.count_runs', countRunsIn('automation_runs r where r.client_id = $1'));
const countVisibleStatement = statement(
  'automations.count_visible_runs',
  countRunsIn(`automation_runs r join shared_threads t on t.client_id = r.client_id and t.id = r.thread_id
     where r.client_id = $1 and ($2::uuid[] is null or t.channel_id = any($2))
       and ($3::uuid is null or t.assignee_id = $3 or t.assignee_group_id = any($4))`),
);
export type RunCounts = { runs: number; handed_over: number; failed: number; waiting: number };
/** Runs of the last day by automation, in the conversations that the reader sees. */
export async function countRuns(
  tx: TenantTx,
  { channelIds, assigneeId, groupIds }: VisibleTo,
): Promise<Map<string, RunCounts>> {
  const isAll = channelIds === null && assigneeId === null;
  const rows = isAll
    ? await tx.rows<RunCounts & { id: string }>(countStatement, [tx.clientId])
    : await tx.rows<RunCounts & { id: string }>(countVisibleStatement, [tx.clientId, channelIds, assigneeId, groupIds]);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
