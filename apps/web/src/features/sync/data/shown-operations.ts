import type { Thread } from '@parley/contract/types';
import type { OperationEntry, ThreadChange } from './outgoing.ts';
import type { ThreadList } from './thread-list.ts';

/** What a change does to a conversation, as the server will do it. The state of a stage comes with it: `state`. */
export function patchOf(
  thread: Pick<Thread, 'label_ids' | 'unread_count'> | undefined,
  change: ThreadChange,
): Partial<Thread> {
  const { add_label_ids: add = [], remove_label_ids: remove = [], unread, ...fields } = change;
  const now = thread?.label_ids ?? [];
  const labels =
    add.length + remove.length === 0
      ? {}
      : { label_ids: [...new Set([...now.filter((id) => !remove.includes(id)), ...add])] };
  // Being done ends a snooze, and a snooze opens again.
  const besides: Partial<Thread> =
    change.state === 'DONE' ? { snoozed_until: null } : change.snoozed_until ? { state: 'ACTIVE' } : {};
  const marked = unread ? { unread_count: Math.max(1, thread?.unread_count ?? 0) } : {};
  return { ...besides, ...fields, ...labels, ...marked };
}

/** Shows conversations with the changes that wait in the outbox, and without them once they are settled. */
export function createShownOperations(threads: ThreadList): (acts: readonly OperationEntry[]) => void {
  const shown = new Map<string, () => void>();
  return (operations) => {
    const wanted = new Set(operations.map(({ id }) => id));
    for (const [id, takeBack] of [...shown]) {
      if (wanted.has(id)) continue;
      shown.delete(id);
      takeBack();
    }
    for (const { id, thread_id: threadId, body } of operations) {
      if (!shown.has(id)) shown.set(id, threads.patch(threadId, patchOf(threads.get(threadId), body)));
    }
  };
}
