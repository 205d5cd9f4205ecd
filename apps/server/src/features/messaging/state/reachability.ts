import { phoneMatchKey } from '@parley/contract/phone-forms';
import type { Executor } from '../../../platform/db/sql.ts';
import { clearUnreachable, type Reachability, setReachability } from '../../contacts/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { Recipient } from '../threads/incoming-repo.ts';
import { touchThreadOfMessage, touchThreadsOfContact } from '../threads/thread-repo.ts';
import { type DeliveredMessage, isDeliveredSince, listUnreachableRecipients } from './reachability-query.ts';

type SentTo = Pick<Recipient, 'to' | 'to_user_id'>;

/** The identity that a message was sent to. */
function identityOf({ to, to_user_id: userId }: SentTo): { kind: 'phone' | 'user'; key: string } | null {
  if (to !== null) return { kind: 'phone', key: phoneMatchKey(to) };
  return userId === null ? null : { kind: 'user', key: userId };
}

/** Stores the reachability that a failed send implies. @returns the change of the thread that shows it */
export async function applyReachability(
  tx: Executor,
  clientId: string,
  message: Recipient,
  state: Reachability,
  at: Date,
): Promise<NewChange[]> {
  const identity = identityOf(message);
  if (identity === null) return [];
  // A delivery in the same second or later proves the opposite.
  if (state !== 'marketing_capped' && (await isDeliveredSince(tx, clientId, message.id, at))) return [];
  if (!(await setReachability(tx, { clientId, ...identity }, state, at))) return [];
  const thread = await touchThreadOfMessage(tx, clientId, message.id);
  if (thread === null) return [];
  return [{ clientId, collection: 'threads', id: thread.id, marker: 'MODIFIED', version: thread.version }];
}

/** A recipient of a delivered message is reachable. @returns the changes of the threads that showed otherwise */
export async function clearReachability(tx: Executor, delivered: readonly DeliveredMessage[]): Promise<NewChange[]> {
  if (delivered.length === 0) return [];
  const changes: NewChange[] = [];
  for (const recipient of await listUnreachableRecipients(tx, delivered)) {
    const { client_id: clientId, kind, key, at } = recipient;
    const reached = identityOf(recipient);
    if (reached?.kind !== kind || reached.key !== key) continue;
    const contactId = await clearUnreachable(tx, { clientId, kind, key }, at);
    if (contactId === null) continue;
    for (const { id, version } of await touchThreadsOfContact(tx, clientId, contactId)) {
      changes.push({ clientId, collection: 'threads', id, marker: 'MODIFIED', version });
    }
  }
  return changes;
}
