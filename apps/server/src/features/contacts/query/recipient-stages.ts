import type { RecipientState } from '@parley/contract/types';

const stages: Readonly<Record<RecipientState, readonly string[]>> = {
  QUEUED: ['WAITING', 'IN_QUEUE'],
  SENT: ['SENT'],
  DELIVERED: ['REACHED'],
  READ: ['REACHED'],
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

/** Whether the state is one of several of the stage `REACHED`. */
export function isReached(state: string): boolean {
  return stagesOf(state).includes('REACHED');
}
