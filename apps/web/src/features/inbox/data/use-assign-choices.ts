import { useLingui } from '@lingui/react/macro';
import { useRows } from '../../sync/public.ts';
import type { Choice } from '../components/choice-list.tsx';
import type { ThreadChange } from './change-thread.ts';
import type { MentionTarget } from './notes/mention-text.ts';
import { useAssigneeNotes } from './use-loads.ts';

/** Who conversations can be given to: what it changes, and whom a note would be for. */
export type AssignChoice = Choice<string> & { change: ThreadChange; named: MentionTarget | null };

/** Members, groups and nobody, with how much they have to do once `load` was called. */
export function useAssignChoices(): { choices: AssignChoice[]; load: () => void } {
  const { t } = useLingui();
  const { load, noteOf } = useAssigneeNotes();
  const users = useRows('users').filter(({ state }) => state === 'active');
  const groups = useRows('user_groups');
  const choices: AssignChoice[] = [
    ...users.map((user) => ({
      ...{ value: user.id, label: user.name, note: noteOf(user), change: { assignee_id: user.id } },
      named: { kind: 'user' as const, id: user.id, name: user.name },
    })),
    ...groups.map(({ id, name }) => ({
      ...{ value: id, label: name, note: t`group`, change: { assignee_id: null, assignee_group_id: id } },
      named: { kind: 'group' as const, id, name },
    })),
    {
      ...{ value: 'nobody', label: t`Unassigned`, named: null },
      change: { assignee_id: null, assignee_group_id: null },
    },
  ];
  return { choices, load };
}
