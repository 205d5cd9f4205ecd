/** What members do with a call, with its direction, the states it can happen in and the one it leads to. */
export const steps = {
  answer: { of: 'incoming', from: ['ringing'], to: 'answered' },
  /** WhatsApp did not connect them: others can try. */
  ring_again: { of: 'incoming', from: ['answered', 'ended'], to: 'ringing' },
  connect: { of: 'incoming', from: ['answered'], to: 'answered' },
  decline: { of: 'incoming', from: ['ringing'], to: 'ended' },
  hang_up: { of: 'incoming', from: ['answered'], to: 'ended' },
  /** A call of the business ends, whatever became of it. */
  end_own: { of: 'outgoing', from: ['dialing', 'ringing', 'answered'], to: 'ended' },
} as const satisfies Record<string, { of: CallDirection; from: readonly CallState[]; to: CallState }>;

/** A call of the business is `dialing` until it rings at the customer's. */
export type CallState = 'dialing' | 'ringing' | 'answered' | 'ended';
export type CallDirection = 'incoming' | 'outgoing';
export type CallStep = keyof typeof steps;
