import type { MessageStatus, SendState } from '@parley/contract/types';

export type TickState =
  | 'queued'
  | 'held'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'played'
  | 'failed'
  | 'unknown'
  | 'discarded';

/** The status icon of one of our messages. An unknown outcome is neither sent nor failed. */
export function tickStateOf(status: MessageStatus, sendState: SendState | null): TickState {
  if (status === -1) return 'failed';
  if (status === 4) return 'played';
  if (status === 3) return 'read';
  if (status === 2) return 'delivered';
  if (status === 1) return 'sent';
  return sendState === 'unknown' || sendState === 'held' || sendState === 'discarded' ? sendState : 'queued';
}
