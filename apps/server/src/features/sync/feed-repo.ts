import type { Collection, Marker } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

/** A change with its position, without the row it is about. */
export type ChangeRow = { pos: number; collection: Collection; row_id: string; marker: Marker; version: number };

const positionStatement = statement('feed_position', 'select pos from change_counters where client_id = $1');

/** The account's present position; 0 for an account without changes. */
export async function feedPosition(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ pos: number }>(positionStatement, [tx.clientId]);
  return row?.pos ?? 0;
}

const pageStatement = statement(
  'feed_page',
  `select pos, collection, row_id, marker, version from changes where client_id = $1 and pos > $2 order by pos limit $3`,
);

/** What follows a position, in order. */
export function readChanges(tx: TenantTx, after: number, limit: number): Promise<ChangeRow[]> {
  return tx.rows(pageStatement, [tx.clientId, after, limit]);
}

const placedSince = statement(
  'feed_placed_since',
  'select exists (select from changes where client_id = $1 and pos = $2 and created_at >= $3) as found',
);

/** Whether a position was given at or after a moment. */
export async function isPlacedSince(tx: TenantTx, position: number, moment: Date): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(placedSince, [tx.clientId, position, moment]);
  return row?.found === true;
}
