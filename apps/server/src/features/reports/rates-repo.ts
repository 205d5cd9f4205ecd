import { usualFreeReplies } from '@parley/contract/rates';
import type { RateList } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

const find = statement(
  'reports.find_rates',
  `select c.currency, c.version, c.free_replies, coalesce((
     select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('from', starts, 'category', category, 'market', market,
       'price', price, 'above', nullif(above, 0))) order by starts desc, category, market, above)
     from report_rates r where r.client_id = c.client_id), '[]') as rates
   from report_currencies c where c.client_id = $1`,
);
export async function findRates(tx: TenantTx): Promise<RateList> {
  const [row] = await tx.rows<RateList>(find, [tx.clientId]);
  return row ?? { currency: null, version: 0, free_replies: usualFreeReplies, rates: [] };
}

const putCurrency = statement(
  'reports.put_currency',
  `insert into report_currencies as c (client_id, currency, free_replies) select $1, $2, $4 where $3 = 0
   on conflict do nothing returning version`,
);
const updateCurrency = statement(
  'reports.update_currency',
  'update report_currencies set currency = $2, free_replies = $4, version = version + 1 where client_id = $1 and version = $3 returning version',
);
const clear = statement('reports.clear_rates', 'delete from report_rates where client_id = $1');
const insert = statement(
  'reports.insert_rates',
  `insert into report_rates (client_id, starts, category, market, price, above)
   select $1, r."from", r.category, r.market, r.price, coalesce(r.above, 0)
   from jsonb_to_recordset($2::jsonb) as r("from" date, category text, market text, price numeric, above int)`,
);
/** Replaces all rates. @returns false when another member has changed them */
export async function putRates(
  tx: TenantTx,
  { currency, version, free_replies: free, rates }: Omit<RateList, 'currency'> & { currency: string },
): Promise<boolean> {
  const statementOf = version === 0 ? putCurrency : updateCurrency;
  const rows = await tx.rows(statementOf, [tx.clientId, currency, version, free]);
  if (rows.length === 0) return false;
  await tx.run(clear, [tx.clientId]);
  await tx.run(insert, [tx.clientId, JSON.stringify(rates)]);
  return true;
}
