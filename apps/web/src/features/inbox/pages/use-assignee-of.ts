import type { Thread } from '@parley/contract/types';
import { useAccount, useRows } from '../../sync/public.ts';
import type { MentionTarget } from '../notes/mention-text.ts';

/** The member or group that has a conversation, unless it is the user. */
export function useAssigneeOf(thread: Thread | undefined): MentionTarget | undefined {
  const { uid } = useAccount().store;
  const users = useRows('users');
  const groups = useRows('user_groups');
  const { assignee_id: userId = null, assignee_group_id: groupId = null } = thread ?? {};
  if (userId === uid) return undefined;
  const user = users.find(({ id }) => id === userId);
  const found = user ?? groups.find(({ id }) => id === groupId);
  return found && { kind: user ? 'user' : 'group', id: found.id, name: found.name };
}
