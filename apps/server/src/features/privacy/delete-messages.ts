import type { TenantTx } from '../../platform/db/sql.ts';
import { releaseMediaOf } from '../media/public.ts';
import {
  type DeletableMessage,
  deleteMessages,
  lockMessagesOfSenders,
  lockOldestMessages,
  refreshThreadSummary,
} from '../messaging/public.ts';

export type DeletedMessages = { messages: number; message_events: number; file_ids: string[] };

/**
 * Deletes the oldest messages of a thread with their events and media.
 * @param before in the order of the thread
 * @returns counts, and files that no media may use any more
 */
export async function deleteOldestMessages(
  tx: TenantTx,
  threadId: string,
  before: Date,
  limit: number,
): Promise<DeletedMessages> {
  return deleteFound(tx, await lockOldestMessages(tx, threadId, before, limit));
}

/** Deletes messages that contacts wrote in groups; what others wrote there stays. */
export async function deleteMessagesInGroups(
  tx: TenantTx,
  contactIds: readonly string[],
  limit: number,
): Promise<DeletedMessages> {
  const found = await lockMessagesOfSenders(tx, contactIds, limit);
  const removed = await deleteFound(tx, found);
  for (const threadId of new Set(found.map(({ thread_id }) => thread_id))) await refreshThreadSummary(tx, threadId);
  return removed;
}

async function deleteFound(tx: TenantTx, found: readonly DeletableMessage[]): Promise<DeletedMessages> {
  if (found.length === 0) return { messages: 0, message_events: 0, file_ids: [] };
  const ids = found.map(({ id }) => id);
  const sentIds = found.flatMap(({ direction, source, media_ids }) =>
    direction === 'OUTGOING' && source === 'INBOX' ? media_ids : [],
  );
  const file_ids = await releaseMediaOf(tx, ids, sentIds);
  return { ...(await deleteMessages(tx, ids)), file_ids };
}
