import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { useAccount, useRow, useRows } from '../../sync/public.ts';
import { shortName } from './author-label.ts';

type Assigned = Pick<Thread, 'assignee_id'>;

export type AssignedToOther = {
  /** The member; null when they are not known here. */
  name: string | null;
  /** The account lets only them reply. */
  locked: boolean;
};

/** Which other member a conversation is assigned to; null: none. */
export function useAssignedToOther({ assignee_id: id }: Assigned): AssignedToOther | null {
  const { uid } = useAccount().store;
  const assignee = useRow('users', id ?? '');
  const locked = useRows('clients')[0]?.only_assignee_replies ?? false;
  if (id === null || id === uid) return null;
  return { name: assignee === undefined ? null : shortName(assignee.name), locked };
}

/** Why the member may not call the customer; undefined: they may. */
export function useCallBarred(thread: Assigned): string | undefined {
  const { t } = useLingui();
  return useAssignedToOther(thread)?.locked ? t`Only the assigned member can call` : undefined;
}
