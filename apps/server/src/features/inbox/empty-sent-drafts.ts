import type { TenantTx } from '../../platform/db/sql.ts';
import type { SentDraft } from '../messaging/public.ts';
import type { NewChange } from '../sync/public.ts';
import { emptyDrafts, notAhead } from './draft-repo.ts';

/** Empties drafts whose text is sent in this transaction; one that was changed later stays. @returns the changes */
export async function emptySentDrafts(tx: TenantTx, sent: readonly SentDraft[]): Promise<NewChange[]> {
  const emptied = await emptyDrafts(
    tx,
    sent.map(({ userId, threadId, at }) => ({ user_id: userId, thread_id: threadId, updated_at: notAhead(at) })),
  );
  const { clientId } = tx;
  return emptied.map(({ id, version }) => ({ clientId, collection: 'drafts', id, marker: 'MODIFIED', version }));
}
