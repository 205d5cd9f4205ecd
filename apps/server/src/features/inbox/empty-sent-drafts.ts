import type { TenantTx } from '../../platform/db/sql.ts';
import type { SentDraft } from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { emptyDrafts, notAhead } from './draft-repo.ts';

/** Empties drafts whose text is sent in this transaction; one that was changed later stays. */
export async function emptySentDrafts(tx: TenantTx, sent: readonly SentDraft[]): Promise<void> {
  const emptied = await emptyDrafts(
    tx,
    sent.map(({ userId, threadId, at }) => ({ user_id: userId, thread_id: threadId, updated_at: notAhead(at) })),
  );
  await addChanges(
    tx,
    emptied.map(({ id, version }) => ({ collection: 'drafts', id, marker: 'MODIFIED', version })),
  );
}
