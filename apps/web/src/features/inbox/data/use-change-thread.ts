import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { reverseOf } from './bulk-changes.ts';
import { changeThread, type ThreadChange } from './change-thread.ts';

/** Changes a conversation. A failure is shown; what is said to be done can be undone. */
export function useChangeThread() {
  const { t } = useLingui();
  const account = useAccount();
  const change = async (id: string, next: ThreadChange, done?: { message: string; undo: ThreadChange }) => {
    try {
      await changeThread(account, id, next);
      if (done !== undefined) {
        toast({ message: done.message, action: { label: t`Undo`, run: () => void change(id, done.undo) } });
      }
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
