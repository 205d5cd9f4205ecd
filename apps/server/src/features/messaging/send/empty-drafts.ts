import type { TenantTx } from '../../../platform/db/sql.ts';
import type { OutgoingMessage } from './send-repo.ts';

/** A draft whose text was sent. `at`: when, by the clock of the device; a later draft stays. */
export type SentDraft = { userId: string; threadId: string; at: Date };

/** Empties drafts in the transaction that writes their messages. */
export type EmptyDrafts = (tx: TenantTx, sent: readonly SentDraft[]) => Promise<void>;

/**
 * Empties the drafts of messages that are written in this transaction: a device that stops right after sending must
 * not leave the text on the server, where another device would offer it again.
 */
export async function emptyDraftsOf(
  tx: TenantTx,
  written: readonly OutgoingMessage[],
  emptyDrafts: EmptyDrafts,
): Promise<void> {
  const sent = written.flatMap(({ createdBy: userId, threadId, clearDraftAt: at }) =>
    at === undefined ? [] : [{ userId, threadId, at }],
  );
  if (sent.length > 0) await emptyDrafts(tx, sent);
}
