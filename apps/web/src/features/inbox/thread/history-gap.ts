import type { Thread } from '@parley/contract/types';
import type { MessageWindow } from '../../sync/public.ts';

/** Messages that are known to exist and are not on this device yet: after the first time, up to the second. */
export type HistoryGap = { from: string; to: string };

/**
 * What is missing between the messages of this device and the newest one, which the conversation's row names. Once the
 * newest page is read nothing is missing: older pages follow without a gap.
 */
export function historyGapOf(
  thread: Pick<Thread, 'last_message_id' | 'last_message_at'>,
  window: Pick<MessageWindow, 'state' | 'messages'> | undefined,
): HistoryGap | null {
  const { last_message_id: newestId, last_message_at: to } = thread;
  const last = window?.messages.at(-1);
  if (window?.state !== 'cached' || last === undefined || newestId === null || to === null) return null;
  if (last.sort_at >= to || window.messages.some(({ id }) => id === newestId)) return null;
  return { from: last.timestamp, to };
}
