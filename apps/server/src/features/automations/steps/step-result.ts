import type { RunState, TraceLine } from '../facts/run-repo.ts';

/** What a step did, and how the run continues: with a step, later, or not at all. */
export type StepResult = {
  line: Omit<TraceLine, 'stepId' | 'kind'>;
  next: string | null;
  /** It continues at `next` in so many minutes; a question also when it is answered. */
  pause?: { state: 'WAITING' | 'ASKING'; minutes: number };
  /** It ends here, early. */
  end?: { state: RunState; reason: string | null };
};
