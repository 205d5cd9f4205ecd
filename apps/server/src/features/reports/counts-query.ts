import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { placeConditions, type ReportScope, slotsOf } from './report-scope.ts';

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
  const slots = slotsOf(scope, parameters);
  const where = placeConditions(scope, 'c', parameters).join(' and ');
  return tx.rows<CountRow>(
    unnamedStatement(`with ${slots}, sums as (
        select c.slot, c.channel_id, sum(c.received) as received, sum(c.sent) as sent, sum(c.opened) as opened
        from report_counts c
        where ${where} and c.slot between (select first from bounds) and (select last from bounds)
        group by 1, 2
      )
      select s.day::text as day, s.hour, c.channel_id, sum(c.received)::int as received, sum(c.sent)::int as sent,
        sum(c.opened)::int as opened
      from sums c join slots s on s.slot = c.slot group by s.day, s.hour, c.channel_id`),
    parameters.values,
  );
}
