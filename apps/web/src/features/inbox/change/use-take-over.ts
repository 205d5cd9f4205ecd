import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { toast } from '../../../ui/toast.ts';
import { useAccount, useFindUser } from '../../sync/public.ts';
import { shortName } from '../bubble/author-label.ts';
import { changeThread } from './change-thread.ts';

/** Assigns a conversation to the user; taken from another member it can be given back. */
export function useTakeOver(): (thread: Thread) => void {
  const { t } = useLingui();
  const account = useAccount();
  const findUser = useFindUser();
  const assign = async (id: string, to: string | null) => {
    try {
      await changeThread(account, id, { assignee_id: to });
    } catch {
      toast({ message: t`Couldn’t update this conversation. Try again.` });
    }
  };
  return ({ id, assignee_id: before }) => {
    void assign(id, account.store.uid);
    const taken = before === null || before === account.store.uid ? undefined : findUser(before);
    if (taken === undefined) return;
    toast({
      message: t`Taken over from ${shortName(taken.name)}`,
      action: { label: t`Undo`, run: () => void assign(id, before) },
    });
  };
}
