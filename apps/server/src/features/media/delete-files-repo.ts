import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { isUnused } from './used-files.ts';

const release = statement(
  'media.release_of_messages',
  `with received as (
     delete from media where client_id = $1 and message_id = any($2) returning file_id
   ), sent as (
     update media f set state = 'gone', file_id = null, filename = null, reason = 'removed with its message' from (
       select m.id, m.file_id from media m where m.client_id = $1 and m.id = any($3) and m.message_id is null and ${isUnused}
       order by m.id for update) x
     where f.client_id = $1 and f.id = x.id returning x.file_id
   )
   select file_id as id from received where file_id is not null union select file_id from sent where file_id is not null`,
);

/**
 * Releases the media of messages before they are deleted. A file that a customer sent is deleted with its message,
 * one that the team sent stays listed as deleted, and is kept while something else will send it again.
 * @param sentIds media that the messages themselves sent
 * @returns the files of these media, which no message may use any more
 */
export async function releaseMediaOf(
  tx: TenantTx,
  messageIds: readonly string[],
  sentIds: readonly string[],
): Promise<string[]> {
  return (await tx.rows<{ id: string }>(release, [tx.clientId, messageIds, sentIds])).map(({ id }) => id);
}

const files = statement(
  'media.delete_released_files',
  `with idle as materialized (
     select f.id from media_files f where f.client_id = $1 and f.id = any($2)
       and not exists (select from media m where m.client_id = $1 and m.file_id = f.id)
     order by f.id for update
   ), removed as (
     delete from media_files f using idle i where f.client_id = $1 and f.id = i.id returning f.id, f.size_bytes
   ), freed as (
     update media_usage u set bytes = greatest(0, u.bytes - (select coalesce(sum(size_bytes), 0) from removed)) where u.client_id = $1
   )
   select id from removed`,
);
/** Deletes files that no media uses any more; their bytes are deleted after the commit. @returns the deleted files */
export async function deleteUnusedFiles(tx: TenantTx, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  return (await tx.rows<{ id: string }>(files, [tx.clientId, fileIds])).map(({ id }) => id);
}
