import { isSnoozed } from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import type { LiveAccount } from '../../sync/public.ts';
import { changeThread, type QueuedChange, type ThreadChange } from './change-thread.ts';

export type OneChange = { id: string; change: ThreadChange };

/** Calls that run beside each other. */
const workers = 4;

/** Changes many conversations, each by itself. @returns those that could not be changed */
export async function changeThreads(account: LiveAccount, changes: readonly OneChange[]): Promise<string[]> {
  const waiting = [...changes];
  const failed: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { id, change } = next;
      await changeThread(account, id, change).catch(() => failed.push(id));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return failed;
}

/** What brings a conversation back to how it was before a change, also from the AI assistant or to it. */
export function wayBack(thread: Thread, change: ThreadChange, nowMs: number): ThreadChange {
  if (typeof change !== 'string') return reverseOf(thread, change, nowMs);
  const { assignee_id, assignee_group_id } = thread;
  if (change === 'stop') return 'give';
  return assignee_id === null && assignee_group_id === null ? 'stop' : { assignee_id, assignee_group_id };
}

/** What brings a conversation back to how it was before a change. */
export function reverseOf(thread: Thread, change: QueuedChange, nowMs: number): QueuedChange {
  const back: QueuedChange = {};
  if (change.state !== undefined || change.snoozed_until !== undefined) {
    back.state = thread.state;
    // A snooze that is over is not set again.
    if (isSnoozed(thread, nowMs)) back.snoozed_until = thread.snoozed_until;
    else if (change.snoozed_until != null) back.snoozed_until = null;
  }
  if (change.assignee_id !== undefined || change.assignee_group_id !== undefined) {
    back.assignee_id = thread.assignee_id;
    back.assignee_group_id = thread.assignee_group_id;
  }
  if (change.stage_id !== undefined) {
    back.stage_id = thread.stage_id;
    back.state = thread.state;
  }
  if (change.value !== undefined) back.value = thread.value;
  const had = new Set(thread.label_ids ?? []);
  const added = change.add_label_ids?.filter((id) => !had.has(id)) ?? [];
  const removed = change.remove_label_ids?.filter((id) => had.has(id)) ?? [];
  if (added.length > 0) back.remove_label_ids = added;
  if (removed.length > 0) back.add_label_ids = removed;
  return back;
}
