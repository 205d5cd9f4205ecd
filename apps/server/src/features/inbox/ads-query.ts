import type { Ad } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { adOf } from '../messaging/public.ts';
import { type ThreadScope, visibleConditions } from './thread-conditions-query.ts';

/** Messages that are read to know the ads of an account. */
const mostMessages = 5_000;

type AdRow = Omit<Ad, 'last_at'> & { last_at: Date };

/** Ads and posts that customers of visible conversations came from, the one with the newest message first. */
export async function listAds(tx: TenantTx, scope: ThreadScope): Promise<Ad[]> {
  const parameters = new Parameters(tx.clientId);
  const visible = ['t.client_id = $1', ...visibleConditions(scope, parameters)].join(' and ');
  const rows = await tx.rows<AdRow>(
    unnamedStatement(`select id, (array_agg(title order by at desc))[1] as title, (array_agg(kind order by at desc))[1] as kind,
        (array_agg(url order by at desc))[1] as url, count(distinct thread_id)::int as threads, max(at) as last_at
      from (
        select ${adOf('m')}, m.thread_id, m.sort_at as at
        from shared_messages m join shared_threads t on t.client_id = m.client_id and t.id = m.thread_id
        where m.client_id = $1 and m.extras ? 'referral' and ${visible}
        order by m.sort_at desc limit ${parameters.add(mostMessages)}
      ) s where id is not null group by id order by last_at desc limit 100`),
    parameters.values,
  );
  return rows.map(({ last_at: at, ...row }) => ({ ...row, last_at: at.toISOString() }));
}
