import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCurrentAccount } from '../../sync/public.ts';
import { shortName } from '../bubble/author-label.ts';
import { bodyOf } from '../notes/mention-text.ts';
import { type AssigneeNote, useAssigneeNote } from './assignee-note.ts';

/** A note has 4,000 characters with its mention; names are shorter than the rest. */
const longestNote = 3_500;

/** The dialog of the note that is asked for; once on every page. */
export function AssigneeNoteDialog() {
  const note = useAssigneeNote();
  const account = useCurrentAccount();
  // Of another account it would be written where its conversations are not.
  if (note === null || note.account !== account) return null;
  return <Asking key={note.threadIds.join()} {...note} />;
}

function Asking({ account, to, threadIds }: AssigneeNote) {
  const { t } = useLingui();
  const formId = useId();
  const [text, setText] = useState('');
  const close = () => useAssigneeNote.set(null);
  const submit = async () => {
    close();
    if (text.trim() === '') return;
    const body = bodyOf(`@${to.name} ${text.trim()}`, [to]);
    try {
      for (const id of threadIds) await account.outbox.addNote({ id: uuidv7(), thread_id: id, ...body });
    } catch {
      toast({ message: t`Couldn’t save the note on this device. Try again.` });
    }
  };
  return (
    <Dialog
      title={t`Note for ${to.kind === 'user' ? shortName(to.name) : to.name}`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled">{t`Add note`}</Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <TextField
          data-focus
          label={t`Internal note`}
          placeholder={t`What they need to know`}
          autoComplete="off"
          maxLength={longestNote}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
