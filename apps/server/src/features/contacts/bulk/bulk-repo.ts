import type { BulkJob } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { StoredSelection } from '../query/selection-repo.ts';

export type BulkRow = Omit<BulkJob, 'created_at' | 'ended_at' | 'file'> & {
  operation: Record<string, unknown>;
  selection: StoredSelection;
  cursor: string | null;
  /** Size of an export's file; null while there is none. */
  file_bytes: number | null;
  created_at: Date;
  ended_at: Date | null;
  request_hash: Buffer;
};

const columns = `id, kind, operation, selection, state, cursor, seen, changed, total, error, file_bytes, created_by, created_at, ended_at, request_hash`;

const insert = statement(
  'contacts.insert_bulk_operation',
  `insert into contact_bulk_operations (client_id, id, kind, operation, selection, total, created_by, request_hash)
   values ($1, $2, $3, $4::jsonb, $5::jsonb, $6, $7, $8) on conflict (client_id, id) do nothing`,
);

/** @returns false when the id is taken */
export async function insertBulk(
  tx: TenantTx,
  row: Pick<BulkRow, 'id' | 'kind' | 'operation' | 'selection' | 'total' | 'created_by' | 'request_hash'>,
): Promise<boolean> {
  const { id, kind, operation, selection, total, created_by, request_hash } = row;
  const values = [
    tx.clientId,
    id,
    kind,
    JSON.stringify(operation),
    JSON.stringify(selection),
    total,
    created_by,
    request_hash,
  ];
  return (await tx.run(insert, values)) === 1;
}

const find = statement(
  'contacts.find_bulk_operation',
  `select ${columns} from contact_bulk_operations where client_id = $1 and id = $2`,
);
export async function findBulk(tx: TenantTx, id: string): Promise<BulkRow | null> {
  const [row] = await tx.rows<BulkRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const recent = statement(
  'contacts.list_recent_bulk_operations',
  `select ${columns} from contact_bulk_operations where client_id = $1 and created_at > now() - interval '7 days'
     and case when kind = 'export' or $3 then created_by = $2 else true end
     and (kind = 'export' or created_at > now() - interval '1 day')
   order by created_at desc, id desc limit 50`,
);
/**
 * Bulk operations of the last day, and this author's exports of the last seven days.
 * @param own only this author's, for members from whom contacts are hidden
 */
export function listRecentBulk(tx: TenantTx, author: string, own: boolean): Promise<BulkRow[]> {
  return tx.rows(recent, [tx.clientId, author, own]);
}

const begin = statement(
  'contacts.begin_bulk_step',
  `update contact_bulk_operations set state = 'running' where client_id = $1 and id = $2 and state in ('waiting', 'running')
   returning ${columns}`,
);
/** Locks the operation for one batch. @returns null when it ended or was cancelled */
export async function beginBulkStep(tx: TenantTx, id: string): Promise<BulkRow | null> {
  const [row] = await tx.rows<BulkRow>(begin, [tx.clientId, id]);
  return row ?? null;
}

const advance = statement(
  'contacts.advance_bulk_operation',
  `update contact_bulk_operations set cursor = $3, seen = seen + $4, changed = changed + $5 where client_id = $1 and id = $2`,
);
export async function advanceBulk(
  tx: TenantTx,
  id: string,
  step: { cursor: string; seen: number; changed: number },
): Promise<void> {
  await tx.run(advance, [tx.clientId, id, step.cursor, step.seen, step.changed]);
}

const end = statement(
  'contacts.end_bulk_operation',
  `update contact_bulk_operations set state = $3, error = $4, ended_at = now()
   where client_id = $1 and id = $2 and state in ('waiting', 'running') returning ${columns}`,
);
/** @returns null when it had ended before */
export async function endBulk(
  tx: TenantTx,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
  error: string | null,
): Promise<BulkRow | null> {
  const [row] = await tx.rows<BulkRow>(end, [tx.clientId, id, state, error]);
  return row ?? null;
}

const purge = statement(
  'contacts.delete_old_bulk_operations',
  `delete from contact_bulk_operations where ended_at < now() - interval '30 days'`,
);
export function deleteOldBulkOperations(tx: Executor): Promise<number> {
  return tx.run(purge);
}

const eraseNamed = statement(
  'contacts.erase_from_bulk_operations',
  `update contact_bulk_operations b set selection = '{"ids": []}', operation = b.operation - 'value'
   where b.client_id = $1 and b.ended_at is not null
     and exists (select from unnest($2::text[]) n where position(n in lower(b.selection::text)) > 0)`,
);
/** Erases the selections of ended operations that name a contact. @param texts in lower case: ids, numbers and names */
export async function eraseFromBulkOperations(tx: TenantTx, texts: readonly string[]): Promise<void> {
  await tx.run(eraseNamed, [tx.clientId, texts]);
}
