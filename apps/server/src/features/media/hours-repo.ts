import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type FilesOfDay = { stored: number; failed: number };

const countStatement = statement(
  'media.put_hour',
  `insert into media_hours as h (client_id, hour, stored, failed) values ($1, date_trunc('hour', now(), 'UTC'), $2, $3)
   on conflict (client_id, hour) do update set stored = h.stored + excluded.stored, failed = h.failed + excluded.failed`,
);

/** Counts files that the storage took, and attempts that it did not take. */
export async function countStored(tx: TenantTx, { stored, failed }: FilesOfDay): Promise<void> {
  await tx.run(countStatement, [tx.clientId, stored, failed]);
}

const dayStatement = statement(
  'media.count_files_of_day',
  `select coalesce(sum(stored), 0)::int as stored, coalesce(sum(failed), 0)::int as failed
   from media_hours where client_id = $1 and hour > date_trunc('hour', now(), 'UTC') - interval '24 hours'`,
);

/** Files of the account in the last 24 hours. */
export async function countFilesOfDay(tx: TenantTx): Promise<FilesOfDay> {
  const [row] = await tx.rows<FilesOfDay>(dayStatement, [tx.clientId]);
  return row ?? { stored: 0, failed: 0 };
}

const expireStatement = statement(
  'media.delete_expired_hours',
  `delete from media_hours where hour < now() - interval '2 days'`,
);

export function deleteExpiredMediaHours(tx: Executor): Promise<number> {
  return tx.run(expireStatement);
}
