import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Visibility } from '../team/public.ts';
import { findMessages, findThreads, holdThread, threadNow } from './repo.ts';
import type { MessageRow, ThreadRow } from './rows.ts';

/**
 * A conversation that is there and in sight. One that was joined to another is that one now.
 * @param view null: of a caller that has looked already, and may just have moved it out of sight
 * @throws AppError('not_found') also for one that is there but not in sight
 */
export async function findSeenThread(tx: TenantTx, id: string, view: Visibility | null): Promise<ThreadRow> {
  const [found] = isUuid(id) ? await findThreads(tx, [id]) : [];
  const row = found ?? (isUuid(id) ? await joinedTo(tx, id) : undefined);
  if (row === undefined || (view !== null && !view.seesThread(row))) {
    throw new AppError('not_found', { message: 'This conversation was not found.' });
  }
  return row;
}

/**
 * As findSeenThread, and until commit the conversation is not joined to another: what is written to it comes along.
 * @throws AppError('not_found')
 */
export async function holdSeenThread(tx: TenantTx, id: string, view: Visibility): Promise<ThreadRow> {
  for (;;) {
    const row = await findSeenThread(tx, id, view);
    if (await holdThread(tx, row.id)) return row;
  }
}

async function joinedTo(tx: TenantTx, id: string): Promise<ThreadRow | undefined> {
  const now = await threadNow(tx, id);
  return now === null || now === id ? undefined : (await findThreads(tx, [now]))[0];
}

/** A message of a conversation in sight. @throws AppError('not_found') */
export async function findSeenMessage(tx: TenantTx, id: string, view: Visibility): Promise<MessageRow> {
  const [row] = isUuid(id) ? await findMessages(tx, [id]) : [];
  const [thread] = row === undefined || view.everything ? [] : await findThreads(tx, [row.thread_id]);
  const seen = view.everything || (thread !== undefined && view.seesThread(thread));
  if (row === undefined || !seen) throw new AppError('not_found', { message: 'The message was not found.' });
  return row;
}
