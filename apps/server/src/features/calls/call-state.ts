/** What happens to a call, with the states it can happen in and the one it leads to. */
export const steps = {
  answer: { from: ['ringing'], to: 'answered' },
  /** WhatsApp did not connect them: others can try. */
  ring_again: { from: ['answered', 'ended'], to: 'ringing' },
  connect: { from: ['answered'], to: 'answered' },
  decline: { from: ['ringing'], to: 'ended' },
  hang_up: { from: ['answered'], to: 'ended' },
} as const satisfies Record<string, { from: readonly CallState[]; to: CallState }>;

export type CallState = 'ringing' | 'answered' | 'ended';
export type CallStep = keyof typeof steps;
