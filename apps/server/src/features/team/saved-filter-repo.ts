import type { SavedFilter } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

const find = statement(
  'team.find_saved_filters',
  'select filters from saved_filters where client_id = $1 and user_id = $2 and page = $3',
);
/** A member's saved filters of a table. */
export async function findSavedFilters(tx: TenantTx, uid: string, page: string): Promise<SavedFilter[]> {
  const [row] = await tx.rows<{ filters: SavedFilter[] }>(find, [tx.clientId, uid, page]);
  return row?.filters ?? [];
}

const put = statement(
  'team.put_saved_filters',
  `insert into saved_filters (client_id, user_id, page, filters) values ($1, $2, $3, $4::jsonb)
   on conflict (client_id, user_id, page) do update set filters = excluded.filters`,
);
export async function putSavedFilters(
  tx: TenantTx,
  uid: string,
  page: string,
  filters: readonly SavedFilter[],
): Promise<void> {
  await tx.run(put, [tx.clientId, uid, page, JSON.stringify(filters)]);
}
