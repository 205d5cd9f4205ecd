import type { Report } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { adOf } from '../messaging/public.ts';
import { addDays } from './days.ts';
import { placeConditions, type ReportScope } from './report-scope.ts';

type AdRow = Report['ads']['by_ad'][number];

/** Conversations that came from ads in the period, by today's state, value and assignment. */
export function listAds(tx: TenantTx, scope: ReportScope): Promise<AdRow[]> {
  const parameters = new Parameters(tx.clientId);
  const zone = parameters.add(scope.timeZone);
  const start = (day: string) => `(${parameters.add(day)}::date::timestamp at time zone ${zone})`;
  const [from, next] = [start(scope.days.from), start(addDays(scope.days.to, 1))];
  const places = placeConditions(scope, 't', parameters).join(' and ');
  return tx.rows<AdRow>(
    unnamedStatement(`select id, (array_agg(title order by at desc))[1] as title, count(*)::int as threads,
        count(*) filter (where state = 'DONE')::int as done, coalesce(sum(value_minor), 0)::bigint as value
      from (
        select distinct on (id, t.id) a.id, a.title, m.sort_at as at, t.state, t.value_minor
        from shared_messages m join shared_threads t on t.client_id = m.client_id and t.id = m.thread_id
        cross join lateral (select ${adOf('m')}) a
        where m.client_id = $1 and m.extras ? 'referral' and m.sort_at >= ${from} and m.sort_at < ${next}
          and ${places} and a.id is not null
        order by id, t.id, m.sort_at desc
      ) s group by id order by threads desc, id limit 100`),
    parameters.values,
  );
}
