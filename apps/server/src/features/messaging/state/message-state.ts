import type { SendState } from '@parley/contract/types';

/** Where a message of ours stands. The row has it as `status` and `send_state`. */
export const messageStates = [
  'waiting',
  'held',
  'started',
  'unknown',
  'failed',
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
  sent: { status: 1, send_state: 'accepted' },
  delivered: { status: 2, send_state: 'accepted' },
  read: { status: 3, send_state: 'accepted' },
  played: { status: 4, send_state: 'accepted' },
};

const fromAll = <S extends MessageState>(states: readonly MessageState[], to: S) =>
  Object.fromEntries(states.map((state) => [state, to])) as Partial<Record<MessageState, S>>;
const queued = ['waiting', 'held', 'started', 'unknown'] as const;

/**
 * What each event makes of each state; a state that is not named stays. Events are of the present attempt. A status
 * only moves a message forward: to sent from queued, to delivered, read and played from anything lower, to failed only
 * from queued and sent.
 */
const moves = {
  // The dispatcher takes it, or finds that it may not be sent any more.
  taken: { waiting: 'started' },
  put_on_hold: { waiting: 'held' },
  // The answer to the call. While its trigger is still the caller's, no other writer has concluded anything.
  accepted: fromAll(queued, 'sent'),
  refused: fromAll([...queued, 'sent'], 'failed'),
  postponed: fromAll(queued, 'waiting'),
  unanswered: { started: 'unknown' },
  // The server that had started it is gone; a backup from before is restored.
  abandoned: { started: 'unknown' },
  restored: fromAll(['waiting', 'held', 'started'], 'unknown'),
  // What a webhook says.
  status_sent: fromAll(queued, 'sent'),
  status_delivered: fromAll([...queued, 'failed', 'sent'], 'delivered'),
  status_read: fromAll([...queued, 'failed', 'sent', 'delivered'], 'read'),
  status_played: fromAll([...queued, 'failed', 'sent', 'delivered', 'read'], 'played'),
  status_failed: fromAll([...queued, 'sent'], 'failed'),
  // A member, or a broadcast, asks for the next attempt.
  retried: fromAll(['failed', 'unknown', 'held'], 'waiting'),
} satisfies Record<string, Partial<Record<MessageState, MessageState>>>;

export type MessageEvent = keyof typeof moves;
export const messageEvents = Object.keys(moves) as MessageEvent[];

export function nextState(state: MessageState, event: MessageEvent): MessageState {
  const from: Partial<Record<MessageState, MessageState>> = moves[event];
  return from[state] ?? state;
}

/** SQL list of the send states that an event ends. */
export function sendStatesEndedBy(event: MessageEvent): string {
  const ended = messageStates.filter((state) => nextState(state, event) !== state);
  return [...new Set(ended.map((state) => `'${columnsOf[state].send_state}'`))].join(', ');
}
