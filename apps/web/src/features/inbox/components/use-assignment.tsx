import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconUsers } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { MemberAvatar } from '../../../ui/member-avatar.tsx';
import { useAccount, useRows } from '../../sync/public.ts';
import { shortName } from '../data/author-label.ts';
import { useChangeThread } from '../data/use-change-thread.ts';
import { useAssigneeNotes } from '../data/use-loads.ts';
import { useOfferNote } from '../data/use-offer-note.ts';
import type { Choice } from './choice-list.tsx';

const nobody = 'nobody';

export type Assignment = {
  choices: Choice<string>[];
  chosen: string;
  /** Assigns at once; the toast offers to undo it, and a note. */
  choose: (value: string) => void;
  /** Reads how much the members have to do, before the choices are shown. */
  load: () => void;
};

/** To whom a conversation can be assigned: the user, the other members, the groups, nobody. */
export function useAssignment(thread: Thread): Assignment {
  const { t } = useLingui();
  const { uid } = useAccount().store;
  const groups = useRows('user_groups');
  const active = useRows('users').filter(({ state }) => state === 'active');
  const { load, noteOf } = useAssigneeNotes();
  const change = useChangeThread();
  const offerNote = useOfferNote();
  const { assignee_id, assignee_group_id } = thread;
  const chosen = assignee_id ?? assignee_group_id ?? nobody;
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
    if (value === chosen) return;
    const user = active.find(({ id }) => id === value);
    const group = groups.find(({ id }) => id === value);
    const named = user ?? group;
    const to = named && ({ kind: user ? 'user' : 'group', id: value, name: named.name } as const);
    const name = user ? shortName(user.name) : group?.name;
    void change(
      thread.id,
      // Taking a conversation of a group does not remove it from the group.
      { assignee_id: user?.id ?? null, assignee_group_id: user ? assignee_group_id : (group?.id ?? null) },
      {
        message: name === undefined ? t`Unassigned` : t`Assigned to ${name}`,
        undo: { assignee_id, assignee_group_id },
        also: to && offerNote({ to, threadIds: [thread.id] }),
      },
    );
  };
  return { choices, chosen, choose, load };
}
