import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

const add = statement(
  'contacts.add_export_part',
  `insert into contact_export_parts (client_id, operation_id, part, body)
   select $1, $2, coalesce(max(part) + 1, 0), $3 from contact_export_parts where client_id = $1 and operation_id = $2`,
);
/** Appends a part to the file. */
export async function addExportPart(tx: TenantTx, bulkId: string, body: string): Promise<void> {
  await tx.run(add, [tx.clientId, bulkId, body]);
}

const close = statement(
  'contacts.close_export_file',
  `update contact_bulk_operations set file_bytes = (select coalesce(sum(octet_length(body)), 0) from contact_export_parts
     where client_id = $1 and operation_id = $2) where client_id = $1 and id = $2 returning file_bytes`,
);
/** Completes the file: from now on it can be downloaded. @returns the bytes of its parts */
export async function closeExportFile(tx: TenantTx, bulkId: string): Promise<number> {
  const [row] = await tx.rows<{ file_bytes: number }>(close, [tx.clientId, bulkId]);
  return row?.file_bytes ?? 0;
}

const drop = statement(
  'contacts.drop_export_file',
  `with parts as (delete from contact_export_parts where client_id = $1 and operation_id = $2)
   update contact_bulk_operations set file_bytes = null where client_id = $1 and id = $2`,
);
/** Deletes a file that could not be completed. */
export async function dropExportFile(tx: TenantTx, bulkId: string): Promise<void> {
  await tx.run(drop, [tx.clientId, bulkId]);
}

const part = statement(
  'contacts.read_export_part',
  'select body from contact_export_parts where client_id = $1 and operation_id = $2 and part = $3',
);
/** @returns null after the last part */
export async function readExportPart(tx: TenantTx, bulkId: string, no: number): Promise<string | null> {
  const [row] = await tx.rows<{ body: string }>(part, [tx.clientId, bulkId, no]);
  return row?.body ?? null;
}

const remove = statement(
  'contacts.delete_export',
  `delete from contact_bulk_operations where client_id = $1 and id = $2 and kind = 'export' and created_by = $3`,
);
/** @returns false when this author has no such export */
export async function removeExport(tx: TenantTx, bulkId: string, author: string): Promise<boolean> {
  return (await tx.run(remove, [tx.clientId, bulkId, author])) === 1;
}

const restart = statement(
  'contacts.restart_exports',
  `update contact_bulk_operations set file_bytes = null,
     cursor = case when state in ('waiting', 'running') then null else cursor end,
     seen = case when state in ('waiting', 'running') then 0 else seen end,
     changed = case when state in ('waiting', 'running') then 0 else changed end
   where client_id = $1 and kind = 'export' and created_at > now() - interval '8 days'`,
);
const empty = statement('contacts.delete_export_parts', 'delete from contact_export_parts where client_id = $1');
/**
 * Deletes all export files of an account, because one may name an erased contact; exports in progress start again. The
 * operations are locked first, so the second statement sees a part that is being written.
 */
export async function forgetExportFiles(tx: TenantTx): Promise<void> {
  await tx.run(restart, [tx.clientId]);
  await tx.run(empty, [tx.clientId]);
}

const purge = statement(
  'contacts.delete_old_export_files',
  `with old as (
     update contact_bulk_operations set file_bytes = null
     where ended_at < now() - interval '7 days' and file_bytes is not null returning client_id, id
   )
   delete from contact_export_parts p using old where p.client_id = old.client_id and p.operation_id = old.id`,
);
/** Deletes files after seven days. */
export function deleteOldExportFiles(tx: Executor): Promise<number> {
  return tx.run(purge);
}
