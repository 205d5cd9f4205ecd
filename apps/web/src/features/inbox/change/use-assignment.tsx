import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconSparkles, IconUsers } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { MemberAvatar } from '../../../ui/member-avatar.tsx';
import { useAssistantFor, useHasAssistant } from '../../answering/public.ts';
import { useAccount, useRows } from '../../sync/public.ts';
import { shortName } from '../bubble/author-label.ts';
import type { MentionTarget } from '../notes/mention-text.ts';
import type { ThreadChange } from './change-thread.ts';
import type { Choice } from './choice-list.tsx';
import { useChangeThread } from './use-change-thread.ts';
import { useAssigneeNotes } from './use-loads.ts';
import { useOfferNote } from './use-offer-note.ts';

const nobody = 'nobody';
/** The AI assistant. */
const assistant = 'assistant';

/** Who conversations can be given to: what it changes, and whom a note would be for. */
type AssignChoice = Choice<string> & { change: ThreadChange; named: MentionTarget | null };

/**
 * To whom conversations can be assigned: the user, the other members, the groups, the AI assistant and nobody, with how
 * much members have to do once `load` was called.
 */
export function useAssignChoices(threads: readonly Thread[]): { choices: AssignChoice[]; load: () => void } {
  const { t } = useLingui();
  const { uid } = useAccount().store;
  const groups = useRows('user_groups');
  const active = useRows('users').filter(({ state }) => state === 'active');
  const { load, noteOf } = useAssigneeNotes();
  const assistantName = useAssistantFor(threads);
  const members = [...active.filter(({ id }) => id === uid), ...active.filter(({ id }) => id !== uid)];
  const choices: AssignChoice[] = [
    ...members.map((user) => ({
      value: user.id,
      label: user.name,
      note: [user.id === uid ? t`me` : '', noteOf(user)].filter((part) => part !== '').join(' · '),
      picture: <MemberAvatar name={user.name} photo={user.photo_url} />,
      // Taking a conversation of a group does not remove it from the group.
      change: { assignee_id: user.id },
      named: { kind: 'user' as const, id: user.id, name: user.name },
    })),
    ...groups.map(({ id, name }) => ({
      ...{ value: id, label: name, note: t`group`, picture: <IconUsers {...icon} /> },
      change: { assignee_id: null, assignee_group_id: id },
      named: { kind: 'group' as const, id, name },
    })),
    ...(assistantName === null
      ? []
      : [
          {
            ...{ value: assistant, label: assistantName, picture: <IconSparkles {...icon} /> },
            change: 'give' as const,
            named: null,
          },
        ]),
    {
      ...{ value: nobody, label: t`Unassigned`, picture: <MemberAvatar name={null} /> },
      change: { assignee_id: null, assignee_group_id: null },
      named: null,
    },
  ];
  return { choices, load };
}

export type Assignment = {
  choices: Choice<string>[];
  chosen: string;
  /** The name of the AI assistant, where it has the conversation; else null. */
  assistantName: string | null;
  /** Assigns at once; the toast offers to undo it, and a note. */
  choose: (value: string) => void;
  /** Reads how much the members have to do, before the choices are shown. */
  load: () => void;
};

/** To whom a conversation can be assigned, and to whom it is. */
export function useAssignment(thread: Thread): Assignment {
  const { t } = useLingui();
  const { choices, load } = useAssignChoices([thread]);
  const hasAssistant = useHasAssistant(thread);
  const change = useChangeThread();
  const offerNote = useOfferNote();
  const { assignee_id, assignee_group_id } = thread;
  const given = hasAssistant ? choices.find(({ value }) => value === assistant) : undefined;
  const chosen = assignee_id ?? assignee_group_id ?? given?.value ?? nobody;
  const choose = (value: string) => {
    const choice = value === chosen ? undefined : choices.find((one) => one.value === value);
    if (choice === undefined) return;
    const { named } = choice;
    const name = named?.kind === 'user' ? shortName(named.name) : choice.label;
    const wanted = given !== undefined && value === nobody ? 'stop' : choice.change;
    change(thread, wanted, {
      message: value === nobody ? t`Unassigned` : t`Assigned to ${name}`,
      ...(given !== undefined && { undo: 'give' }),
      also: named === null ? undefined : offerNote({ to: named, threadIds: [thread.id] }),
    });
  };
  return { choices, chosen, assistantName: given?.label ?? null, choose, load };
}
