import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const findStatement = statement(
  'media.find_file_to_scan',
  `select size_bytes from media_files where client_id = $1 and id = $2 and scan = 'waiting'`,
);

/** @returns null when the file is deleted or scanned */
export async function findFileToScan(tx: TenantTx, fileId: string): Promise<{ size_bytes: number } | null> {
  const [row] = await tx.rows<{ size_bytes: number }>(findStatement, [tx.clientId, fileId]);
  return row ?? null;
}

const cleanStatement = statement(
  'media.mark_clean',
  `update media_files set scan = 'clean' where client_id = $1 and id = $2`,
);

/** The file may be served. */
export async function markClean(tx: TenantTx, fileId: string): Promise<void> {
  await tx.run(cleanStatement, [tx.clientId, fileId]);
}

const refuseStatement = statement(
  'media.refuse_file',
  `with shown as (
     update media set state = 'refused', file_id = null, reason = $3 where client_id = $1 and file_id = $2
   ), removed as (
     delete from media_files where client_id = $1 and id = $2 returning size_bytes
   )
   update media_usage u set bytes = greatest(0, u.bytes - removed.size_bytes) from removed where u.client_id = $1`,
);

/** Deletes a refused file and stores the reason where it is shown. Delete its bytes afterwards. */
export async function refuseFile(tx: TenantTx, fileId: string, reason: string): Promise<void> {
  await tx.run(refuseStatement, [tx.clientId, fileId, reason]);
}
