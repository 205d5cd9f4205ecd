import type { SendState } from '@parley/contract/types';

/** Where a message of ours stands. The row has it as `status` and `send_state`. */
export const messageStates = [
  'waiting',
  'held',
  'started',
  'unknown',
  'failed',
  'discarded',
  'sent',
  'delivered',
  'read',
  'played',
] as const;
export type MessageState = (typeof messageStates)[number];

export const columnsOf: Readonly<Record<MessageState, { status: number; send_state: SendState }>> = {
  waiting: { status: 0, send_state: 'waiting' },
  held: { status: 0, send_state: 'held' },
  started: { status: 0, send_state: 'started' },
  unknown: { status: 0, send_state: 'unknown' },
  failed: { status: -1, send_state: 'failed' },
  discarded: { status: 0, send_state: 'discarded' },
  sent: { status: 1, send_state: 'accepted' },
  delivered: { status: 2, send_state: 'accepted' },
  read: { status: 3, send_state: 'accepted' },
  played: { status: 4, send_state: 'accepted' },
};

const queued = ['waiting', 'held', 'started', 'unknown'] as const;
/* WhatsApp may report an earlier try of a message that was then discarded: what it says happened is shown. */
const unreported = [...queued, 'discarded'] as const;

/** An event ends the states of `from` and leads to `to`; in every other state the message stays. */
type Move = { from: readonly MessageState[]; to: MessageState };

/**
 * What each event makes of each state. Events are of the present attempt. A status only moves a message forward: to sent
 * from queued, to delivered, read and played from anything lower, to failed only from queued and sent. The SQL that
 * writes states is made from this table (`state-sql.ts`).
 */
export const moves = {
  // The dispatcher takes it, or finds that it may not be sent any more.
  taken: { from: ['waiting'], to: 'started' },
  put_on_hold: { from: ['waiting'], to: 'held' },
  // Its file cannot be uploaded, so that it never leaves.
  file_refused: { from: ['waiting'], to: 'failed' },
  // The answer to the call. While its trigger is still the caller's, no other writer has concluded anything.
  accepted: { from: queued, to: 'sent' },
  // The answer has an id that no status named before: a failure in between was not of this message.
  accepted_anew: { from: [...queued, 'failed'], to: 'sent' },
  refused: { from: [...queued, 'sent'], to: 'failed' },
  postponed: { from: queued, to: 'waiting' },
  unanswered: { from: ['started'], to: 'unknown' },
  // The server that had started it is gone; a backup from before is restored.
  abandoned: { from: ['started'], to: 'unknown' },
  restored: { from: ['waiting', 'held', 'started'], to: 'unknown' },
  // What a webhook says.
  status_sent: { from: unreported, to: 'sent' },
  status_delivered: { from: [...unreported, 'failed', 'sent'], to: 'delivered' },
  status_read: { from: [...unreported, 'failed', 'sent', 'delivered'], to: 'read' },
  status_played: { from: [...unreported, 'failed', 'sent', 'delivered', 'read'], to: 'played' },
  status_failed: { from: [...queued, 'sent'], to: 'failed' },
  // A member, or a broadcast, asks for the next attempt.
  retried: { from: ['failed', 'unknown', 'held'], to: 'waiting' },
  // A member decides that it is never sent.
  discarded: { from: ['waiting', 'held'], to: 'discarded' },
  // Its broadcast is paused, goes on, or is cancelled.
  broadcast_paused: { from: ['waiting'], to: 'held' },
  broadcast_resumed: { from: ['held'], to: 'waiting' },
  broadcast_cancelled: { from: ['waiting', 'held'], to: 'held' },
} as const satisfies Record<string, Move>;

export type MessageEvent = keyof typeof moves;
export const messageEvents = Object.keys(moves) as MessageEvent[];

export function nextState(state: MessageState, event: MessageEvent): MessageState {
  const { from, to }: Move = moves[event];
  return from.includes(state) ? to : state;
}
