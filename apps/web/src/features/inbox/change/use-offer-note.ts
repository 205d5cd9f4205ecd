import { useLingui } from '@lingui/react/macro';
import type { ToastMessage } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { type AssigneeNote, useAssigneeNote } from './assignee-note.ts';

/** What a toast offers after conversations got somebody else; nothing to whoever does not see them any more. */
export function useOfferNote(): (note: Omit<AssigneeNote, 'account'>) => ToastMessage['also'] {
  const { t } = useLingui();
  const account = useAccount();
  return (note) => {
    const { store } = account;
    const gone = store.access()?.restrictions.only_assigned === true;
    if (note.to.id === store.uid || note.threadIds.length === 0 || gone) return undefined;
    return { label: t`Add note`, run: () => useAssigneeNote.set({ ...note, account }) };
  };
}
