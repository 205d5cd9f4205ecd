import { useLingui } from '@lingui/react/macro';
import type { ContactList, ContactRow } from '@parley/contract/types';
import { IconEdit, IconList, IconMessage, IconTrash, IconUserMinus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { icon } from '../../../ui/icon.ts';
import type { MenuAction } from '../../../ui/layer/menu.tsx';
import { useRefusal } from '../../team/public.ts';
import type { RowDialogState } from '../data/contact-selection.ts';
import type { ContactActions } from '../data/use-contact-actions.ts';
import { useMessageTo } from '../data/use-message-to.ts';

type RowActionsOptions = {
  list: ContactList | null;
  ask: (question: RowDialogState) => void;
  actions: ContactActions;
};

/** The actions of a row. */
export function useRowActions({ list, ask, actions }: RowActionsOptions): (contact: ContactRow) => MenuAction[][] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const messageTo = useMessageTo();
  const edits = useRefusal('contacts.edit') === null;
  const deletes = useRefusal('contacts.delete') === null;
  return useCallback(
    (contact) => {
      const talks = contact.last_message_at !== null;
      const write: MenuAction = {
        id: 'message',
        label: talks ? t`Open conversation` : t`Message`,
        icon: <IconMessage {...icon} />,
        command: 'contacts.message',
        run: () => void messageTo(contact),
      };
      const change: MenuAction[] = [
        {
          id: 'edit',
          label: t`Edit`,
          icon: <IconEdit {...icon} />,
          run: () => void navigate({ to: '/contacts/$id/edit', params: { id: contact.id } }),
        },
        {
          id: 'lists',
          label: t`Add to or remove from lists`,
          icon: <IconList {...icon} />,
          run: () => ask({ kind: 'lists', contact }),
        },
      ];
      if (list !== null) {
        change.push({
          id: 'leave',
          label: t`Remove from ${list.name}`,
          icon: <IconUserMinus {...icon} />,
          run: () => void actions.leaveList([contact.id], list),
        });
      }
      const remove: MenuAction = {
        id: 'delete',
        label: t`Delete`,
        icon: <IconTrash {...icon} />,
        danger: true,
        // Deleting one contact can be undone. In a list, the dialog asks whether to delete or only to remove from the
        // list.
        run: () => (list === null ? void actions.remove([contact.id]) : ask({ kind: 'delete', contact })),
      };
      return [[write], edits ? change : [], deletes ? [remove] : []];
    },
    [t, navigate, messageTo, edits, deletes, list, ask, actions],
  );
}
