import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { useForm } from '../../../../ui/use-form.ts';

type MoveRepliesDialogProps = {
  count: number;
  folders: readonly string[];
  onMove: (folder: string) => Promise<void>;
  onClose: () => void;
};

/** Moves saved replies to a folder, which may be a new one; without a name they leave theirs. */
export function MoveRepliesDialog({ count, folders, onMove, onClose }: MoveRepliesDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const form = useForm({
    initial: { folder: '' },
    check: () => ({}),
    send: async ({ folder }) => {
      await onMove(folder.trim());
      onClose();
    },
  });
  return (
    <Dialog
      title={t`${plural(count, { one: 'Move # reply', other: 'Move # replies' })}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={form.busy}>{t`Move`}</Button>
        </>
      }
    >
      <Form id={formId} onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField
          data-focus
          label={t`Folder`}
          help={t`Leave empty to remove the replies from their folders.`}
          maxLength={60}
          list={`${formId}-folders`}
          {...form.text('folder')}
        />
        <datalist id={`${formId}-folders`}>
          {folders.map((folder) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
      </Form>
    </Dialog>
  );
}
