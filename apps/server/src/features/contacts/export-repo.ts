import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const add = statement(
  'contact_exports_add',
  `insert into contact_export_parts (client_id, bulk_id, part, body)
   select $1, $2, coalesce(max(part) + 1, 0), $3 from contact_export_parts where client_id = $1 and bulk_id = $2`,
);
/** The next piece of the file. */
export async function addExportPart(tx: TenantTx, bulkId: string, body: string): Promise<void> {
  await tx.run(add, [tx.clientId, bulkId, body]);
}

const close = statement(
  'contact_exports_close',
  `update contact_bulk_acts set file_bytes = (select coalesce(sum(octet_length(body)), 0) from contact_export_parts
     where client_id = $1 and bulk_id = $2) where client_id = $1 and id = $2`,
);
/** From now on it can be fetched. */
export async function closeExportFile(tx: TenantTx, bulkId: string): Promise<void> {
  await tx.run(close, [tx.clientId, bulkId]);
}

const part = statement(
  'contact_exports_part',
  'select body from contact_export_parts where client_id = $1 and bulk_id = $2 and part = $3',
);
/** @returns null behind the last one */
export async function readExportPart(tx: TenantTx, bulkId: string, no: number): Promise<string | null> {
  const [row] = await tx.rows<{ body: string }>(part, [tx.clientId, bulkId, no]);
  return row?.body ?? null;
}

const remove = statement(
  'contact_exports_remove',
  `delete from contact_bulk_acts where client_id = $1 and id = $2 and kind = 'export' and created_by = $3`,
);
/** @returns false when this author has no such export */
export async function removeExport(tx: TenantTx, bulkId: string, author: string): Promise<boolean> {
  return (await tx.run(remove, [tx.clientId, bulkId, author])) === 1;
}

const restart = statement(
  'contact_exports_restart',
  `update contact_bulk_acts set file_bytes = null,
     cursor = case when state in ('waiting', 'running') then null else cursor end,
     seen = case when state in ('waiting', 'running') then 0 else seen end,
     changed = case when state in ('waiting', 'running') then 0 else changed end
   where client_id = $1 and kind = 'export' and created_at > now() - interval '8 days'`,
);
const empty = statement('contact_exports_empty', 'delete from contact_export_parts where client_id = $1');
/**
 * Lets the files of an account go, because they name somebody who is erased; what is being written begins anew. The acts are
 * locked first: a part that is being written is seen by the second statement.
 */
export async function forgetExportFiles(tx: TenantTx): Promise<void> {
  await tx.run(restart, [tx.clientId]);
  await tx.run(empty, [tx.clientId]);
}

const purge = statement(
  'contact_exports_purge',
  `with old as (
     update contact_bulk_acts set file_bytes = null
     where ended_at < now() - interval '7 days' and file_bytes is not null returning client_id, id
   )
   delete from contact_export_parts p using old where p.client_id = old.client_id and p.bulk_id = old.id`,
);
/** Files past their seven days. */
export function purgeExportFiles(tx: Executor): Promise<number> {
  return tx.run(purge);
}
