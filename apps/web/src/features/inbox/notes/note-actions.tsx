import { useLingui } from '@lingui/react/macro';
import type { Note } from '@parley/contract/types';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldMessage } from '../../../platform/errors.ts';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Menu } from '../../../ui/layer/menu.tsx';
import { useAccount } from '../../sync/public.ts';
import { EditNoteDialog } from './edit-note-dialog.tsx';

export type NoteActionsProps = { note: Note };

/** What the author of a note can do with it. */
export function NoteActions({ note }: NoteActionsProps) {
  const { t } = useLingui();
  const account = useAccount();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const remove = async () => {
    const params = { id: note.thread_id, note_id: note.id };
    account.store.putRows('notes', [await account.api('DELETE /api/threads/{id}/notes/{note_id}', { params })]);
  };
  return (
    <>
      <Menu
        label={t`Note actions`}
        groups={[
          [
            { id: 'edit', label: t`Edit note`, icon: <IconPencil {...icon} />, run: () => setOpen('edit') },
            {
              id: 'delete',
              label: t`Delete note`,
              icon: <IconTrash {...icon} />,
              danger: true,
              run: () => setOpen('delete'),
            },
          ],
        ]}
        button={(props) => (
          <IconButton {...props} label={t`Note actions`} size="sm">
            <IconDots {...icon} />
          </IconButton>
        )}
      />
      {open === 'edit' && <EditNoteDialog note={note} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={t`Delete this note?`}
          confirm={t`Delete note`}
          keep={t`Keep note`}
          onConfirm={remove}
          onClose={close}
          problem={(error) => fieldMessage(error, 'body') ?? t`Couldn’t delete the note. Try again.`}
        >
          {t`The text is deleted for your whole team. A placeholder stays.`}
        </ConfirmDialog>
      )}
    </>
  );
}
