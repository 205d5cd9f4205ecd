import type { Executor } from '../../../platform/db/sql.ts';
import type { NewChange } from '../../sync/public.ts';
import { amendMessage } from './amendment-repo.ts';
import type { Amendment, Refusal } from './meaning.ts';

/**
 * Changes messages that were edited or deleted where they were written; what stood there before is kept.
 * @returns change rows, and what is kept of amendments to messages nobody knows here
 */
export async function applyAmendments(
  tx: Executor,
  amendments: readonly Amendment[],
): Promise<{ changes: NewChange[]; refusals: Refusal[] }> {
  const changes: NewChange[] = [];
  const refusals: Refusal[] = [];
  // A few a day at most; one after the other, in the order of their times, so that the last word stays.
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

/** An edit whose new content cannot be read still says that there was one. */
function replacementOf({ replacement }: Amendment['amends']): { type: string | null; content: unknown } {
  if (replacement === null || replacement.type === 'reaction' || replacement.type === 'unsupported') {
    return { type: null, content: null };
  }
  const { type, content } = replacement;
  return { type, content: type === 'contacts' ? { contacts: content } : content };
}
