import type { RecipientState } from '@parley/contract/types';

const stages: Readonly<Record<RecipientState, readonly string[]>> = {
  QUEUED: ['WAITING', 'IN_QUEUE'],
  SENT: ['OUT'],
  DELIVERED: ['OUT'],
  READ: ['OUT'],
  FAILED: ['FAILED'],
  UNKNOWN: ['UNKNOWN'],
  SKIPPED: ['SKIPPED'],
  CAPPED: ['CAPPED'],
};
const byState: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(stages));

/** The stages, which indexes follow, that recipients of a broadcast in a state (in any case) can be in; none for another text. */
export function stagesOf(state: string): readonly string[] {
  return byState.get(state.toUpperCase()) ?? [];
}

/** Whether WhatsApp has the message and has not refused it: the state is one of several of the stage `OUT`. */
export function isOut(state: string): boolean {
  return stagesOf(state).includes('OUT');
}
