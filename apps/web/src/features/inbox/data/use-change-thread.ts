import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { type ToastMessage, toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { reverseOf } from './bulk-changes.ts';
import { changeThread, type ThreadChange } from './change-thread.ts';

/** What is said of a change: its words, its way back, and what else can follow. */
type Done = { message: string; undo: ThreadChange; also?: ToastMessage['also'] };

/** Changes a conversation. A failure is shown; what is said to be done can be undone. */
export function useChangeThread() {
  const { t } = useLingui();
  const account = useAccount();
  const change = async (id: string, next: ThreadChange, done?: Done) => {
    try {
      await changeThread(account, id, next);
      if (done === undefined) return;
      const { message, undo, also } = done;
      toast({ message, action: { label: t`Undo`, run: () => void change(id, undo) }, also });
    } catch {
      toast({ message: t`Couldn't update this conversation. Try again.` });
    }
  };
  return change;
}

/** Marks a conversation as done, or reopens it, with the way back. */
export function useToggleDone(): (thread: Thread) => void {
  const { t } = useLingui();
  const change = useChangeThread();
  return (thread) => {
    const done = thread.state === 'DONE';
    const next: ThreadChange = { state: done ? 'ACTIVE' : 'DONE' };
    const message = done ? t`Conversation reopened` : t`Conversation done`;
    void change(thread.id, next, { message, undo: reverseOf(thread, next, Date.now()) });
  };
}
