import { useLingui } from '@lingui/react/macro';
import type { Stage, Thread } from '@parley/contract/types';
import type { QueuedChange } from './change-thread.ts';
import { useChangeThread } from './use-change-thread.ts';

/** Moves to a stage, or (null) out of all. The state is the stage's, so that it is shown at once and without connection. */
export function changeOfMove(stage: Pick<Stage, 'id' | 'closes'> | null): QueuedChange {
  if (stage === null) return { stage_id: null };
  return { stage_id: stage.id, state: stage.closes ? 'DONE' : 'ACTIVE' };
}

/** Moves a conversation on the board, with the way back. */
export function useMoveThread(): (thread: Thread, to: Stage | null) => void {
  const { t } = useLingui();
  const change = useChangeThread();
  return (thread, to) => {
    if ((to?.id ?? null) === thread.stage_id) return;
    const message = to === null ? t`Taken out of all stages` : t`Moved to ${to.name}`;
    change(thread, changeOfMove(to), { message });
  };
}
