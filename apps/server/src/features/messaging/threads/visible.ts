import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Visibility } from '../../team/public.ts';
import { findMessages } from './message-repo.ts';
import type { MessageRow, ThreadRow } from './rows-query.ts';
import { findCurrentThreadId, findThreads, lockThread } from './thread-repo.ts';

/**
 * A thread that the actor may see. For a merged thread, the thread it was merged into.
 * @param view null when the caller has checked already, and may just have made the thread invisible to the actor
 * @throws AppError('not_found') also for a thread that the actor may not see
 */
export async function getVisibleThread(tx: TenantTx, id: string, view: Visibility | null): Promise<ThreadRow> {
  const [found] = isUuid(id) ? await findThreads(tx, [id]) : [];
  const row = found ?? (isUuid(id) ? await findMergedInto(tx, id) : undefined);
  if (row === undefined || (view !== null && !view.canSeeThread(row))) {
    throw new AppError('not_found', { message: 'This conversation was not found.' });
  }
  return row;
}

/**
 * As getVisibleThread; until commit the thread cannot be merged into another, so what is written to it is not lost.
 * @throws AppError('not_found')
 */
export async function lockVisibleThread(tx: TenantTx, id: string, view: Visibility): Promise<ThreadRow> {
  for (;;) {
    const row = await getVisibleThread(tx, id, view);
    if (await lockThread(tx, row.id)) return row;
  }
}

async function findMergedInto(tx: TenantTx, id: string): Promise<ThreadRow | undefined> {
  const now = await findCurrentThreadId(tx, id);
  return now === null || now === id ? undefined : (await findThreads(tx, [now]))[0];
}

/** A message of a thread that the actor may see. @throws AppError('not_found') */
export async function getVisibleMessage(tx: TenantTx, id: string, view: Visibility): Promise<MessageRow> {
  const [row] = isUuid(id) ? await findMessages(tx, [id]) : [];
  const [thread] = row === undefined || view.isUnrestricted ? [] : await findThreads(tx, [row.thread_id]);
  const seen = view.isUnrestricted || (thread !== undefined && view.canSeeThread(thread));
  if (row === undefined || !seen) throw new AppError('not_found', { message: 'This message was not found.' });
  return row;
}
