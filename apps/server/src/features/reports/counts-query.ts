import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { openRows, placeConditions, quartersOf, type ReportScope, rolledDays } from './report-scope.ts';

export type CountRow = {
  day: string;
  hour: number;
  channel_id: string;
  received: number;
  sent: number;
  opened: number;
};

/** Messages and new conversations by local day, hour and channel. */
export function listCounts(tx: TenantTx, scope: ReportScope): Promise<CountRow[]> {
  const parameters = new Parameters(tx.clientId);
  const quarters = quartersOf(scope, 'day', parameters);
  const where = placeConditions(scope, 'c', parameters).join(' and ');
  const open = openRows('c').map(
    (
      rows,
    ) => `select s.day, s.hour, c.channel_id, sum(c.received) as received, sum(c.sent) as sent, sum(c.opened) as opened
      from report_counts c join ${rows} and ${where} group by 1, 2, 3`,
  );
  const rolled = rolledDays(scope, 'day');
  if (rolled !== null) {
    const [from, until] = [parameters.add(rolled.from), parameters.add(rolled.until)];
    open.push(`select d.day, d.hour, d.channel_id, d.received, d.sent, d.opened from report_days d
      where d.client_id = $1 and d.day >= ${from}::date and d.day < ${until}::date
        and d.channel_id = any(${parameters.add(scope.channelIds)}::uuid[])`);
  }
  return tx.rows<CountRow>(
    unnamedStatement(`with ${quarters}
      select day::text as day, hour::int as hour, channel_id, sum(received)::int as received, sum(sent)::int as sent,
        sum(opened)::int as opened
      from (${open.join(' union all ')}) c group by day, hour, channel_id`),
    parameters.values,
  );
}
