import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { addDays } from './days.ts';
import { placeConditions, type ReportScope } from './report-scope.ts';

/** Answers of one score, by day, member, group, channel and in all. */
export type RatingsRow = {
  by: 'total' | 'day' | 'member' | 'group' | 'channel';
  key: string | null;
  score: number;
  n: number;
};

/** Ratings that were given in the period. */
export function listRatingCounts(tx: TenantTx, scope: ReportScope): Promise<RatingsRow[]> {
  const parameters = new Parameters(tx.clientId);
  const { zone, from, next } = boundsOf(scope, parameters);
  return tx.rows(
    unnamedStatement(`select case grouping(day, r.user_id, r.assignee_group_id, r.channel_id)
        when 15 then 'total' when 7 then 'day' when 11 then 'member' when 13 then 'group' else 'channel' end as by,
        coalesce(day, r.user_id::text, r.assignee_group_id::text, r.channel_id::text) as key, r.score, count(*)::int as n
      from shared_ratings r cross join lateral (select (r.answered_at at time zone ${zone})::date::text as day) d
      where ${placeConditions(scope, 'r', parameters).join(' and ')} and r.score is not null
        and r.answered_at >= ${from} and r.answered_at < ${next}
      group by grouping sets ((r.score), (day, r.score), (r.user_id, r.score), (r.assignee_group_id, r.score), (r.channel_id, r.score))`),
    parameters.values,
  );
}

/** How many customers were asked in the period. */
export async function countAsked(tx: TenantTx, scope: ReportScope): Promise<number> {
  const parameters = new Parameters(tx.clientId);
  const { from, next } = boundsOf(scope, parameters);
  const [row] = await tx.rows<{ n: number }>(
    unnamedStatement(`select count(*)::int as n from shared_ratings r
      where ${placeConditions(scope, 'r', parameters).join(' and ')} and r.asked_at >= ${from} and r.asked_at < ${next}`),
    parameters.values,
  );
  return row?.n ?? 0;
}

function boundsOf({ days, timeZone }: ReportScope, parameters: Parameters) {
  const zone = parameters.add(timeZone);
  const start = (day: string) => `(${parameters.add(day)}::date::timestamp at time zone ${zone})`;
  return { zone, from: start(days.from), next: start(addDays(days.to, 1)) };
}
