import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { addDays } from './days.ts';
import type { ReportScope } from './report-scope.ts';

export type ChargeRow = {
  day: string;
  channel_id: string;
  category: string;
  digits: string;
  billable: boolean;
  n: number;
};

const chargesStatement = statement(
  'reports.list_charges',
  `select (to_timestamp(quarter * 900::float8) at time zone $4)::date::text as day, channel_id, category, digits, billable,
     sum(n)::int as n
   from report_charges where client_id = $1 and channel_id = any($5)
     and quarter >= report_quarter($2::date::timestamp at time zone $4)
     and quarter < report_quarter($3::date::timestamp at time zone $4)
   group by 1, 2, 3, 4, 5`,
);
/** What WhatsApp billed, by local day. */
export function listCharges(tx: TenantTx, { days, timeZone, channelIds }: ReportScope): Promise<ChargeRow[]> {
  return tx.rows(chargesStatement, [tx.clientId, days.from, addDays(days.to, 1), timeZone, channelIds]);
}
