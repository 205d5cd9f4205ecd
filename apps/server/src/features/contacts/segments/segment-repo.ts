import type { Filter, Segment } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { isUuid } from '../../../platform/ids.ts';

export type SegmentRow = Segment & { request_hash: Buffer };
const columns = 'id, name, filter, version, request_hash';

const listAll = statement(
  'contacts.list_segments',
  `select ${columns} from segments where client_id = $1 order by lower(name), id`,
);
export function listSegments(tx: TenantTx): Promise<SegmentRow[]> {
  return tx.rows(listAll, [tx.clientId]);
}

const find = statement('contacts.find_segment', `select ${columns} from segments where client_id = $1 and id = $2`);
const findMany = statement(
  'contacts.find_segments',
  `select ${columns} from segments where client_id = $1 and id = any($2)`,
);
export function findSegments(tx: TenantTx, ids: readonly string[]): Promise<SegmentRow[]> {
  return tx.rows(findMany, [tx.clientId, ids]);
}

export async function findSegment(tx: TenantTx, id: string): Promise<SegmentRow | null> {
  const [row] = await tx.rows<SegmentRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const lock = statement(
  'contacts.lock_segment',
  `select ${columns} from segments where client_id = $1 and id = $2 for update`,
);
export async function lockSegment(tx: TenantTx, id: string): Promise<SegmentRow | null> {
  const [row] = isUuid(id) ? await tx.rows<SegmentRow>(lock, [tx.clientId, id]) : [];
  return row ?? null;
}

const insert = statement(
  'contacts.insert_segment',
  `insert into segments (client_id, id, name, filter, created_by, request_hash) values ($1, $2, $3, $4, $5, $6)
   on conflict (client_id, id) do nothing`,
);
/** @returns false when the id is taken @throws 23505 when the name is taken */
export async function insertSegment(
  tx: TenantTx,
  segment: { id: string; name: string; filter: Filter; createdBy: string; requestHash: Buffer },
): Promise<boolean> {
  const { id, name, filter, createdBy, requestHash } = segment;
  return (await tx.run(insert, [tx.clientId, id, name, JSON.stringify(filter), createdBy, requestHash])) === 1;
}

const update = statement(
  'contacts.update_segment',
  `update segments set name = coalesce($3, name), filter = coalesce($4::jsonb, filter), version = version + 1
   where client_id = $1 and id = $2 returning ${columns}`,
);
/** @returns null when there is no such segment @throws 23505 when the name is taken */
export async function updateSegment(
  tx: TenantTx,
  id: string,
  change: { name?: string | undefined; filter?: Filter | undefined },
): Promise<SegmentRow | null> {
  const { name, filter } = change;
  const values = [tx.clientId, id, name ?? null, filter === undefined ? null : JSON.stringify(filter)];
  const [row] = await tx.rows<SegmentRow>(update, values);
  return row ?? null;
}

export async function replaceFilter(tx: TenantTx, id: string, filter: Filter): Promise<void> {
  await updateSegment(tx, id, { filter });
}

const remove = statement('contacts.delete_segment', 'delete from segments where client_id = $1 and id = $2');
export async function deleteSegment(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(remove, [tx.clientId, id])) === 1;
}
