import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import { isUnused } from './used-files.ts';

const accountsStatement = statement(
  'media.list_accounts_to_clean_up',
  `select distinct client_id from media_files f
   where f.used_at < now() - interval '1 day'
     and not exists (select from media m where m.client_id = f.client_id and m.file_id = f.id)
   union
   select distinct client_id from media m where m.state = 'kept'
     and (m.sent_at is null and m.message_id is null and m.created_at < now() - interval '7 days'
       or greatest(m.sent_at, m.created_at) < now() - $1 * interval '1 day')
     and ${isUnused}`,
);

/** Accounts with expired files. @param keepDays files of messages expire after this many days; null: never */
export function listAccountsToCleanUp(
  system: Executor,
  keepDays: number | null,
): Promise<Array<{ client_id: string }>> {
  return system.rows(accountsStatement, [keepDays]);
}

const forgetStatement = statement(
  'media.release_expired',
  `with old as (
     select client_id, id, message_id, sent_at from media m where m.client_id = $1 and m.state = 'kept'
       and (m.sent_at is null and m.message_id is null and m.created_at < now() - interval '7 days'
         or greatest(m.sent_at, m.created_at) < now() - $2 * interval '1 day')
       and ${isUnused}
     order by m.created_at, m.id limit $3 for update
   ), unsent as (
     delete from media m using old where m.client_id = old.client_id and m.id = old.id
       and old.message_id is null and old.sent_at is null
     returning m.id
   ), ended as (
     update media m set state = 'gone', file_id = null, reason = 'kept long enough' from old
     where m.client_id = old.client_id and m.id = old.id and (old.message_id is not null or old.sent_at is not null)
     returning m.id
   )
   select (select count(*) from unsent) + (select count(*) from ended) as n`,
);

/**
 * Deletes uploads that were not sent within seven days, and releases files of messages after `keepDays`.
 * @returns their number, at most `limit`
 */
export async function releaseExpiredMedia(tx: TenantTx, keepDays: number | null, limit: number): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(forgetStatement, [tx.clientId, keepDays, limit]);
  return row?.n ?? 0;
}

const removeStatement = statement(
  'media.clean_up_files',
  `with idle as (
     select f.client_id, f.id from media_files f
     where f.client_id = $1 and f.used_at < now() - interval '1 day'
       and not exists (select from media m where m.client_id = f.client_id and m.file_id = f.id)
     order by f.used_at, f.id limit $2 for update
   ), removed as (
     delete from media_files f using idle where f.client_id = idle.client_id and f.id = idle.id
     returning f.id, f.size_bytes
   ), freed as (
     update media_usage u set bytes = greatest(0, u.bytes - (select coalesce(sum(size_bytes), 0) from removed))
     where u.client_id = $1
   )
   select id from removed`,
);

/** Deletes files without references that were not used for a day. @returns their ids, at most `limit` */
export async function deleteUnusedFiles(tx: TenantTx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(removeStatement, [tx.clientId, limit]);
  return rows.map(({ id }) => id);
}
