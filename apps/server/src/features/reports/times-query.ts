import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { openRows, placeConditions, quartersOf, type ReportScope, rolledDays } from './report-scope.ts';

export type Dimension = 'total' | 'member' | 'group' | 'channel' | 'hour';

export type DistributionRow = {
  kind: 'reply' | 'resolution';
  by: Dimension;
  /** A member, group, channel or hour; null also for what no member did, and for no group. */
  key: string | null;
  /** Of roll-ups. */
  channel_id: string | null;
  /** For each duration its seconds and how often it was, as two 32-bit numbers. */
  distribution: Buffer;
};

const dimensions = ['user_id', 'group_id', 'channel_id', 'hour'];
const inDetail = `select kind, seconds, count(*) as n,
    case grouping(user_id, group_id, channel_id, hour) when 15 then 'total' when 7 then 'member' when 11 then 'group'
      when 13 then 'channel' else 'hour' end as by,
    case grouping(user_id, group_id, channel_id, hour) when 7 then user_id::text when 11 then group_id::text
      when 13 then channel_id::text when 14 then hour::text end as key
  from open_rows group by grouping sets ((kind, seconds), ${dimensions.map((name) => `(kind, seconds, ${name})`).join(', ')})`;
const inAll = `select kind, seconds, count(*) as n, 'total' as by, null as key from open_rows group by kind, seconds`;

/** One row for each duration that is not rolled up. */
function openIn(scope: ReportScope, detailed: boolean, parameters: Parameters): string {
  const where = placeConditions(scope, 'r', parameters).join(' and ');
  const columns = detailed ? ', r.user_id, r.assignee_group_id as group_id, r.channel_id, s.hour' : '';
  return openRows('r')
    .map((rows) => `select r.kind, r.seconds${columns} from report_times r join ${rows} and not r.failed and ${where}`)
    .join(' union all ');
}

/** The roll-ups of the period: whole months, and days before and after these. */
function rolledIn(scope: ReportScope, detailed: boolean, parameters: Parameters): string {
  const days = rolledDays(scope, 'day');
  if (days === null) return '';
  const months = rolledDays(scope, 'month') ?? { from: days.from, until: days.from };
  const date = (day: string) => `${parameters.add(day)}::date`;
  const [from, until] = [date(months.from), date(months.until)];
  const rolled = `select kind, by, key, channel_id, distribution from report_durations d
    where d.client_id = $1 and d.channel_id = any(${parameters.add(scope.channelIds)}::uuid[])
      ${detailed ? '' : "and d.by = 'total'"} and d.unit`;
  return `union all ${rolled} = 'month' and d.starts >= ${from} and d.starts < ${until}
    union all ${rolled} = 'day' and d.starts >= ${date(days.from)} and d.starts < ${from}
    union all ${rolled} = 'day' and d.starts >= ${until} and d.starts < ${date(days.until)}`;
}

/** Reply and resolution times: in all and, unless only the total is asked for, by member, group, channel and local hour. */
export function listDistributions(tx: TenantTx, scope: ReportScope, detailed: boolean): Promise<DistributionRow[]> {
  const parameters = new Parameters(tx.clientId);
  const quarters = quartersOf(scope, 'day', parameters);
  const open = openIn(scope, detailed, parameters);
  const rolled = rolledIn(scope, detailed, parameters);
  return tx.rows<DistributionRow>(
    unnamedStatement(`with ${quarters}, open_rows as (${open})
      select kind, by, key, null::uuid as channel_id, string_agg(int4send(seconds) || int4send(n::int), '') as distribution
      from (${detailed ? inDetail : inAll}) counted group by kind, by, key ${rolled}`),
    parameters.values,
  );
}
