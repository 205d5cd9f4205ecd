import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { type ToastMessage, toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { reverseOf } from './bulk-changes.ts';
import { changeThread, type ThreadChange } from './change-thread.ts';

/** Changes a conversation that may not be open, says so, and offers the way back. */
export function useChangeThread(): (
  thread: Thread,
  wanted: ThreadChange,
  message: string,
  also?: ToastMessage['also'],
) => void {
  const { t } = useLingui();
  const account = useAccount();
  const change = async (id: string, wanted: ThreadChange) => {
    try {
      await changeThread(account, id, wanted);
    } catch {
      toast({ message: t`Couldn't update this conversation. Try again.` });
    }
  };
  return (thread, wanted, message, also) => {
    const back = reverseOf(thread, wanted, Date.now());
    void change(thread.id, wanted);
    toast({ message, action: { label: t`Undo`, run: () => void change(thread.id, back) }, also });
  };
}
