import { replyBands, resolutionBands } from '@parley/contract/reports';
import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { openRows, placeConditions, quartersOf, type ReportScope, rolledDays } from './report-scope.ts';

export type Dimension = 'total' | 'member' | 'group' | 'channel' | 'hour';
export type TimesRow = {
  kind: 'reply' | 'resolution';
  by: Dimension;
  /** A member, group, channel or hour; null also for what no member did, and for no group. */
  key: string | null;
  count: number;
  median_s: number;
  p90_s: number;
  bands: number[];
};

/** One count for each band: below the first bound, then up to each next one, then the rest. */
function bandCounts(): string {
  const counts = (bounds: readonly number[]) => {
    const edges = [-1, ...bounds, 2_147_483_647];
    return edges
      .slice(1)
      .map(
        (to, n) =>
          `coalesce(sum(n) filter (where seconds >= ${Math.max(0, edges[n] ?? 0)} and seconds < ${to}), 0)::int`,
      )
      .join(', ');
  };
  return `case when kind = 'reply' then array[${counts(replyBands)}] else array[${counts(resolutionBands)}] end`;
}

const dimensions = ['user_id', 'group_id', 'channel_id', 'hour'];
const byDimension = `select kind, seconds, sum(n) as n,
    case grouping(user_id, group_id, channel_id, hour) when 15 then 'total' when 7 then 'member' when 11 then 'group'
      when 13 then 'channel' else 'hour' end as by,
    case grouping(user_id, group_id, channel_id, hour) when 7 then user_id::text when 11 then group_id::text
      when 13 then channel_id::text when 14 then hour::text end as key
  from equal group by grouping sets ((kind, seconds), ${dimensions.map((name) => `(kind, seconds, ${name})`).join(', ')})`;

/** Equal durations with their number: what is not rolled up. */
function equalIn(scope: ReportScope, detailed: boolean, parameters: Parameters): string {
  const where = placeConditions(scope, 'r', parameters).join(' and ');
  const columns = detailed ? 'r.user_id, r.assignee_group_id as group_id, r.channel_id, s.hour, ' : '';
  return openRows('r')
    .map(
      (
        rows,
      ) => `select r.kind, r.seconds, ${columns}count(*) as n from report_times r join ${rows} and not r.failed and ${where}
        group by ${detailed ? '1, 2, 3, 4, 5, 6' : '1, 2'}`,
    )
    .join(' union all ');
}

/** Equal durations by dimension, of whole months. */
function rolledIn(scope: ReportScope, detailed: boolean, parameters: Parameters): string {
  const rolled = rolledDays(scope, 'month');
  if (rolled === null) return '';
  const where = `m.client_id = $1 and m.month >= ${parameters.add(rolled.from)}::date
    and m.month < ${parameters.add(rolled.until)}::date and m.channel_id = any(${parameters.add(scope.channelIds)}::uuid[])`;
  const total = `${where} and m.by = 'total'`;
  if (!detailed) return `union all select kind, seconds, n, by, key from report_months m where ${total}`;
  return `union all select kind, seconds, n, by, key from report_months m where ${where}
    union all select kind, seconds, n, 'channel', channel_id::text from report_months m where ${total}`;
}

/**
 * Reply and resolution times: in all and, unless only the total is asked for, by member, group, channel and local hour.
 * Equal durations are counted first; a percentile is the smallest duration that at least that part does not exceed.
 */
export function listTimes(tx: TenantTx, scope: ReportScope, detailed: boolean): Promise<TimesRow[]> {
  const parameters = new Parameters(tx.clientId);
  const quarters = quartersOf(scope, 'month', parameters);
  const equal = equalIn(scope, detailed, parameters);
  const rolled = rolledIn(scope, detailed, parameters);
  return tx.rows<TimesRow>(
    unnamedStatement(`with ${quarters}, equal as (${equal}), sized as (
        select kind, by, key, seconds, sum(n) as n from (
          ${detailed ? byDimension : "select kind, seconds, n, 'total' as by, null as key from equal"} ${rolled}
        ) every group by kind, by, key, seconds
      ), ranked as (
        select *, sum(n) over (partition by kind, by, key order by seconds) as upto,
          sum(n) over (partition by kind, by, key) as total from sized
      )
      select kind, by, key, max(total)::int as count, min(seconds) filter (where upto >= total * 0.5) as median_s,
        min(seconds) filter (where upto >= total * 0.9) as p90_s, ${bandCounts()} as bands
      from ranked group by kind, by, key`),
    parameters.values,
  );
}
