import type { Collection, Marker } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

/** A change with its position, without its row. */
export type ChangeRow = { pos: number; collection: Collection; row_id: string; marker: Marker; version: number };

const positionStatement = statement('sync.find_position', 'select pos from change_counters where client_id = $1');

/** The current position of an account; 0 without changes. */
export async function feedPosition(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ pos: number }>(positionStatement, [tx.clientId]);
  return row?.pos ?? 0;
}

const pageStatement = statement(
  'sync.list_changes',
  `select pos, collection, row_id, marker, version from changes where client_id = $1 and pos > $2 order by pos limit $3`,
);

/** Changes after a position, in order. */
export function readChanges(tx: TenantTx, after: number, limit: number): Promise<ChangeRow[]> {
  return tx.rows(pageStatement, [tx.clientId, after, limit]);
}

const placedSince = statement(
  'sync.is_placed_since',
  'select exists (select from changes where client_id = $1 and pos = $2 and created_at >= $3) as found',
);

/** Whether a position was assigned at or after a moment. */
export async function isPlacedSince(tx: TenantTx, position: number, moment: Date): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(placedSince, [tx.clientId, position, moment]);
  return row?.found === true;
}

/** A change with the moment it got its position. */
export type FeedRow = ChangeRow & { at: Date };

const rangeStatement = statement(
  'sync.read_feed_range',
  `select c.pos as position,
     (select min(first.pos) from changes first where first.client_id = $1 and first.pos > $2) as first
   from change_counters c where c.client_id = $1`,
);
const chosenStatement = statement(
  'sync.list_chosen_changes',
  `select pos, collection, row_id, marker, version, created_at as at from changes
   where client_id = $1 and pos > $2 and pos <= $3 and collection = any($4) order by pos limit $5`,
);

/**
 * Changes of some collections after a position, in order, each as often as it was written.
 * @returns `first`, the oldest stored position after the given one (null: none), and `cursor`, up to which everything
 *   was read
 */
export async function readFeedPage(
  tx: TenantTx,
  after: number,
  collections: readonly Collection[],
  limit: number,
): Promise<{ rows: FeedRow[]; first: number | null; cursor: number }> {
  const [range] = await tx.rows<{ position: number; first: number | null }>(rangeStatement, [tx.clientId, after]);
  const position = range?.position ?? 0;
  const rows = await tx.rows<FeedRow>(chosenStatement, [tx.clientId, after, position, collections, limit]);
  const cursor = rows.length < limit ? position : (rows.at(-1)?.pos ?? position);
  return { rows, first: range?.first ?? null, cursor };
}
