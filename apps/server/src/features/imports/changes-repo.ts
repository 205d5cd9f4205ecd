import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const record = statement(
  'imports.record_changes',
  `insert into import_changes (client_id, import_id, contact_id, previous, version, list_ids)
   select $1, $2, contact_id, previous, version, list_ids
   from jsonb_to_recordset($3::jsonb) as x(contact_id uuid, previous jsonb, version bigint, list_ids uuid[])`,
);

/** What a contact was before the import, and its version after; `previous` is null for one that the import created. */
export type ChangedContact = {
  contact_id: string;
  previous: Record<string, unknown> | null;
  version: number;
  list_ids: string[];
};

export async function recordChanges(tx: TenantTx, importId: string, rows: readonly ChangedContact[]): Promise<void> {
  if (rows.length > 0) await tx.run(record, [tx.clientId, importId, JSON.stringify(rows)]);
}

const skipped = statement(
  'imports.list_skipped_by_undo',
  `select contact_id as id from import_changes where client_id = $1 and import_id = $2 and kept and contact_id > $3
   order by contact_id limit $4`,
);
export async function listSkippedByUndo(
  tx: TenantTx,
  importId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  return (await tx.rows<{ id: string }>(skipped, [tx.clientId, importId, after, limit])).map(({ id }) => id);
}

const countChanges = statement(
  'imports.count_changes',
  'select count(*)::int as n from import_changes where client_id = $1 and import_id = $2 and not kept',
);
export async function countChanged(tx: Executor, clientId: string, importId: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(countChanges, [clientId, importId]);
  return row?.n ?? 0;
}

const deleteUndone = statement(
  'imports.delete_undone_changes',
  'delete from import_changes where client_id = $1 and import_id = $2 and contact_id = any($3)',
);
const markSkipped = statement(
  'imports.mark_skipped_changes',
  'update import_changes set kept = true where client_id = $1 and import_id = $2 and contact_id = any($3)',
);
/** Forgets changes that were undone, and marks those that undo skipped. */
export async function settleChanges(
  tx: TenantTx,
  importId: string,
  { undone, skipped }: { undone: readonly string[]; skipped: readonly string[] },
): Promise<void> {
  if (undone.length > 0) await tx.run(deleteUndone, [tx.clientId, importId, undone]);
  if (skipped.length > 0) await tx.run(markSkipped, [tx.clientId, importId, skipped]);
}
