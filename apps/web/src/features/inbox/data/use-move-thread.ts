import { useLingui } from '@lingui/react/macro';
import type { Stage, Thread } from '@parley/contract/types';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { reverseOf } from './bulk-changes.ts';
import { changeThread, type ThreadChange } from './change-thread.ts';

/** Moves to a stage, or (null) out of all. The state is the stage's, so that it is shown at once and without connection. */
export function changeOfMove(stage: Pick<Stage, 'id' | 'closes'> | null): ThreadChange {
  if (stage === null) return { stage_id: null };
  return { stage_id: stage.id, state: stage.closes ? 'DONE' : 'ACTIVE' };
}

/** Moves a conversation on the board, with the way back. */
export function useMoveThread(): (thread: Thread, to: Stage | null) => void {
  const { t } = useLingui();
  const account = useAccount();
  const change = async (id: string, wanted: ThreadChange) => {
    try {
      await changeThread(account, id, wanted);
    } catch {
      toast({ message: t`Couldn't update this conversation. Try again.` });
    }
  };
  return (thread, to) => {
    if ((to?.id ?? null) === thread.stage_id) return;
    const wanted = changeOfMove(to);
    const back = reverseOf(thread, wanted, Date.now());
    void change(thread.id, wanted);
    toast({
      message: to === null ? t`Taken out of all stages` : t`Moved to ${to.name}`,
      action: { label: t`Undo`, run: () => void change(thread.id, back) },
    });
  };
}
