import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { type ToastMessage, toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { wayBack } from './bulk-changes.ts';
import { changeThread, type ThreadChange } from './change-thread.ts';

/** What is said of a change: its words, what else can follow, and its way back where that is not what was before. */
type Said = { message: string; also?: ToastMessage['also']; undo?: ThreadChange };

/** Changes a conversation. A failure is shown; what is said to be done can be undone. */
export function useChangeThread() {
  const { t } = useLingui();
  const account = useAccount();
  const change = async (id: string, wanted: ThreadChange, done?: ToastMessage) => {
    try {
      await changeThread(account, id, wanted);
      if (done !== undefined) toast(done);
    } catch {
      toast({ message: t`Couldn’t update this conversation. Try again.` });
    }
  };
  return (thread: Thread, wanted: ThreadChange, said?: Said) => {
    if (said === undefined) return void change(thread.id, wanted);
    const { message, also, undo = wayBack(thread, wanted, Date.now()) } = said;
    const action = { label: t`Undo`, run: () => void change(thread.id, undo) };
    void change(thread.id, wanted, { message, action, also });
  };
}

/** Marks a conversation as done, or reopens it, with the way back. */
export function useToggleDone(): (thread: Thread) => void {
  const { t } = useLingui();
  const change = useChangeThread();
  return (thread) => {
    const done = thread.state === 'DONE';
    const message = done ? t`Conversation reopened` : t`Conversation done`;
    change(thread, { state: done ? 'ACTIVE' : 'DONE' }, { message });
  };
}
