import type { Executor } from '../../../platform/db/sql.ts';
import { phoneMatchKey } from '../../contacts/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { Recipient } from './message-repo.ts';
import { type Delivered, findMarks, type ReachMark, unmark } from './reach-repo.ts';

/** What a message was sent to. */
export function identityOf({
  to,
  to_user_id: userId,
}: Pick<Recipient, 'to' | 'to_user_id'>): Pick<ReachMark, 'kind' | 'key'> | null {
  if (to !== null) return { kind: 'phone', key: phoneMatchKey(to) };
  return userId === null ? null : { kind: 'user', key: userId };
}

/** Whoever got something is on WhatsApp after all. @returns the changes of the conversations that said otherwise */
export async function clearReach(tx: Executor, delivered: readonly Delivered[]): Promise<NewChange[]> {
  if (delivered.length === 0) return [];
  const changes: NewChange[] = [];
  for (const mark of await findMarks(tx, delivered)) {
    const reached = identityOf(mark);
    if (reached?.kind !== mark.kind || reached.key !== mark.key) continue;
    for (const { id, version } of await unmark(tx, mark)) {
      changes.push({ clientId: mark.client_id, collection: 'threads', id, marker: 'MODIFIED', version });
    }
  }
  return changes;
}
