import { useLingui } from '@lingui/react/macro';
import type { ContactList, ContactRow } from '@parley/contract/types';
import { IconEdit, IconList, IconMessage, IconTrash, IconUserMinus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { icon } from '../../../ui/icon.ts';
import type { MenuAct } from '../../../ui/layer/menu.tsx';
import { useRefusal } from '../../team/public.ts';
import type { ContactActs } from '../use-contact-acts.ts';
import { useMessageTo } from '../use-message-to.ts';
import type { RowQuestion } from './chosen.ts';

type RowActsOptions = {
  list: ContactList | null;
  ask: (question: RowQuestion) => void;
  acts: ContactActs;
};

/** What can be done with one row. */
export function useRowActs({ list, ask, acts }: RowActsOptions): (contact: ContactRow) => MenuAct[][] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const messageTo = useMessageTo();
  const edits = useRefusal('contacts.edit') === null;
  const deletes = useRefusal('contacts.delete') === null;
  return useCallback(
    (contact) => {
      const talks = contact.last_message_at !== null;
      const write: MenuAct = {
        id: 'message',
        label: talks ? t`Open conversation` : t`Message`,
        icon: <IconMessage {...icon} />,
        note: 'M',
        run: () => void messageTo(contact),
      };
      const change: MenuAct[] = [
        {
          id: 'edit',
          label: t`Edit`,
          icon: <IconEdit {...icon} />,
          run: () => void navigate({ to: '/contacts/$id/edit', params: { id: contact.id } }),
        },
        {
          id: 'lists',
          label: t`Add to or take out of lists`,
          icon: <IconList {...icon} />,
          run: () => ask({ kind: 'lists', contact }),
        },
      ];
      if (list !== null) {
        change.push({
          id: 'leave',
          label: t`Remove from ${list.name}`,
          icon: <IconUserMinus {...icon} />,
          run: () => void acts.leaveList([contact.id], list),
        });
      }
      const remove: MenuAct = {
        id: 'delete',
        label: t`Delete`,
        icon: <IconTrash {...icon} />,
        danger: true,
        // One contact comes back by Undo; only from a list it must be said which of the two is meant.
        run: () => (list === null ? void acts.remove([contact.id]) : ask({ kind: 'delete', contact })),
      };
      return [[write], edits ? change : [], deletes ? [remove] : []];
    },
    [t, navigate, messageTo, edits, deletes, list, ask, acts],
  );
}
