import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { icon } from '../../../ui/icon.ts';
import { MemberAvatar } from '../../../ui/member-avatar.tsx';
import { useAccount, useRows } from '../../sync/public.ts';
import { useAssigneeNotes } from '../data/use-loads.ts';
import type { Choice } from './choice-list.tsx';
import { useHandOver } from './use-hand-over.tsx';

const nobody = 'nobody';

export type Assignment = {
  choices: Choice<string>[];
  chosen: string;
  /** Assigns; somebody else after asking for a note, in `dialog`. */
  choose: (value: string) => void;
  /** Reads how much the members have to do, before the choices are shown. */
  load: () => void;
  dialog: ReactNode;
};

/** To whom a conversation can be assigned: the user, the other members, the groups, nobody. */
export function useAssignment(
  thread: Thread,
  onAssign: (to: Pick<Thread, 'assignee_id' | 'assignee_group_id'>) => void,
): Assignment {
  const { t } = useLingui();
  const { uid } = useAccount().store;
  const groups = useRows('user_groups');
  const active = useRows('users').filter(({ state }) => state === 'active');
  const { load, noteOf } = useAssigneeNotes();
  const { ask, dialog } = useHandOver();
  const { assignee_id: assigneeId, assignee_group_id: groupId } = thread;
  const members = [...active.filter(({ id }) => id === uid), ...active.filter(({ id }) => id !== uid)];
  const choices = [
    ...members.map((user) => ({
      value: user.id,
      label: user.name,
      note: [user.id === uid ? t`me` : '', noteOf(user)].filter((part) => part !== '').join(' · '),
      picture: <MemberAvatar name={user.name} photo={user.photo_url} />,
    })),
    ...groups.map(({ id, name }) => ({ value: id, label: name, note: t`group`, picture: <IconUsers {...icon} /> })),
    { value: nobody, label: t`Unassigned`, picture: <MemberAvatar name={null} /> },
  ];
  const choose = (value: string) => {
    const user = active.find(({ id }) => id === value);
    const named = user ?? groups.find(({ id }) => id === value);
    // Taking a conversation of a group does not remove it from the group.
    const assign = () =>
      onAssign({
        assignee_id: user?.id ?? null,
        assignee_group_id: user ? groupId : (named?.id ?? null),
      });
    if (named === undefined || value === uid || value === (assigneeId ?? groupId)) assign();
    else ask({ to: { kind: user ? 'user' : 'group', id: value, name: named.name }, threadIds: [thread.id], assign });
  };
  return { choices, chosen: assigneeId ?? groupId ?? nobody, choose, load, dialog };
}
