import type { Executor } from '../../../platform/db/sql.ts';
import { amendMessage } from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { Amendment, Refusal } from '../normalize/normalized-events.ts';

/**
 * Applies edits and deletions by the sender; earlier contents stay stored.
 * @returns changes, and refusals of amendments to messages that are not stored
 */
export async function applyAmendments(
  tx: Executor,
  amendments: readonly Amendment[],
): Promise<{ changes: NewChange[]; refusals: Refusal[] }> {
  const changes: NewChange[] = [];
  const refusals: Refusal[] = [];
  // Amendments are rare: they run one after the other in the order of their times, so that the last one wins.
  const inOrder = [...amendments].sort((left, right) => left.at.getTime() - right.at.getTime());
  for (const { channel, amends, at, ifUnknown } of inOrder) {
    const { clientId, channelId } = channel;
    const target = { clientId, channelId, providerId: amends.providerMessageId };
    const row = await amendMessage(tx, target, { kind: amends.kind, ...replacementOf(amends), at });
    if (row === null) refusals.push(ifUnknown);
    else if (row.version !== null) {
      changes.push({ clientId, collection: 'messages', id: row.id, marker: 'MODIFIED', version: row.version });
    }
  }
  return { changes, refusals };
}

/** An edit with unreadable new content still marks the message as edited. */
function replacementOf({ replacement }: Amendment['amends']): { type: string | null; content: unknown } {
  if (replacement === null || replacement.type === 'reaction' || replacement.type === 'unsupported') {
    return { type: null, content: null };
  }
  const { type, content } = replacement;
  return { type, content: type === 'contacts' ? { contacts: content } : content };
}
