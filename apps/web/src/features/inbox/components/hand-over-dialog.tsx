import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { bodyOf, type MentionTarget } from '../data/notes/mention-text.ts';

export type HandOverDialogProps = {
  to: MentionTarget;
  threadIds: readonly string[];
  /** Assigns the conversations. */
  assign: () => void;
  onClose: () => void;
};

/** A note has 4,000 characters with its mention; names are shorter than the rest. */
const longestNote = 3_500;

/** Assigning to somebody else, with a note that mentions them. */
export function HandOverDialog({ to, threadIds, assign, onClose }: HandOverDialogProps) {
  const { t } = useLingui();
  const account = useAccount();
  const formId = useId();
  const [text, setText] = useState('');
  const submit = async () => {
    onClose();
    assign();
    if (text.trim() === '') return;
    const note = bodyOf(`@${to.name} ${text.trim()}`, [to]);
    try {
      for (const id of threadIds) await account.outbox.addNote({ id: uuidv7(), thread_id: id, ...note });
    } catch {
      toast({ message: t`Couldn't save the note on this device. Try again.` });
    }
  };
  const count = threadIds.length;
  return (
    <Dialog
      title={
        count === 1
          ? t`Assign to ${to.name}`
          : t`Assign ${plural(count, { one: '# conversation', other: '# conversations' })} to ${to.name}`
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled">{t`Assign`}</Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <TextField
          data-focus
          label={t`Internal note`}
          note={t`optional`}
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
