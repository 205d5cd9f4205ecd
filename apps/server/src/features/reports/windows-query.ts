import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { addDays } from './days.ts';
import { placeConditions, type ReportScope } from './report-scope.ts';

export type WindowsRow = { saved: number; missed: number };

/**
 * Reply windows of waiting customers that came to their last two hours, by when they closed: those with a reply in these
 * two hours, and those that closed without one.
 */
export async function countWindows(tx: TenantTx, scope: ReportScope): Promise<WindowsRow> {
  const parameters = new Parameters(tx.clientId);
  const { days, timeZone } = scope;
  const zone = parameters.add(timeZone);
  const start = (day: string) => `(${parameters.add(day)}::date::timestamp at time zone ${zone})`;
  const [from, next] = [start(days.from), start(addDays(days.to, 1))];
  const [replied, waiting] = [placeConditions(scope, 'r', parameters), placeConditions(scope, 't', parameters)];
  const [row] = await tx.rows<WindowsRow>(
    unnamedStatement(`select coalesce(sum(saved), 0)::int as saved, coalesce(sum(missed), 0)::int as missed from (
        select count(*) filter (where r.window_saved) as saved, count(*) filter (where not r.window_saved) as missed
        from report_times r where ${replied.join(' and ')} and r.window_saved is not null and not r.failed
          and r.window_quarter >= report_quarter(${from}) and r.window_quarter < report_quarter(${next})
        union all
        select 0, count(*) from shared_threads t where ${waiting.join(' and ')} and t.state = 'ACTIVE'
          and t.waiting_since is not null and t.window_expires_at >= ${from}
          and t.window_expires_at < least(${next}, now())
      ) windows`),
    parameters.values,
  );
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}
