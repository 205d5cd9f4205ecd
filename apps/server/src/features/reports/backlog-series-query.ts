import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { addDays, startsOf, stepOf } from './days.ts';
import { placeConditions, type ReportScope } from './report-scope.ts';

/*
 * How many conversations were open before each of the times: those open now, without what changed since. A conversation
 * that began since is taken away where it began: it is now what it was then and what changed since. Each part is one pass.
 */
const changesSince = (place: string, ends: string) => `with ends as materialized (select ${ends} as at),
  changed as materialized (
    select width_bucket(e.at, (select at from ends)) as passed,
      width_bucket(t.created_at, (select at from ends)) as began, sum(case e.kind when 'reopened' then 1 else -1 end) as n
    from shared_thread_events e join shared_threads t on t.client_id = $1 and t.id = e.thread_id
    where e.client_id = $1 and e.kind in ('done', 'reopened') and e.at >= (select at[1] from ends)
      and ${place} and t.last_message_at is not null
    group by 1, 2
  ), made as (
    select width_bucket(t.created_at, (select at from ends)) as passed, count(*) filter (where t.state = 'ACTIVE') as n
    from shared_threads t where ${place} and t.last_message_at is not null and t.created_at >= (select at[1] from ends)
    group by 1
  )
  select passed, sum(n)::int as n from (
    select passed, n from changed union all select began, -n from changed where began > 0 union all select passed, n from made
  ) parts group by 1`;

export type BacklogDay = { start: string; open: number | null };

/**
 * The end of each day, week or month of the period; of the current one, now; null: not yet.
 * @param openNow of the same scope
 */
export async function listBacklog(tx: TenantTx, scope: ReportScope, openNow: number): Promise<BacklogDay[]> {
  const { days, timeZone } = scope;
  const starts = startsOf(days, stepOf(days));
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  const begun = starts.filter((start) => start <= today);
  if (begun.length === 0) return starts.map((start) => ({ start, open: null }));
  const after = begun.map((_, n) => starts[n + 1] ?? addDays(days.to, 1));
  const parameters = new Parameters(tx.clientId);
  const [zone, dates] = [parameters.add(timeZone), parameters.add(after)];
  const ends = `array(select least(day::timestamp at time zone ${zone}, now()) from unnest(${dates}::date[]) as day order by day)`;
  const place = placeConditions(scope, 't', parameters).join(' and ');
  const rows = await tx.rows<{ passed: number; n: number }>(
    unnamedStatement(changesSince(place, ends)),
    parameters.values,
  );
  const openBefore = (end: number) =>
    rows.reduce((open, { passed, n }) => (passed > end ? open - Number(n) : open), openNow);
  return starts.map((start, end) => ({ start, open: end < begun.length ? openBefore(end) : null }));
}
