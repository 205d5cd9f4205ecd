import { useLingui } from '@lingui/react/macro';
import type { HelpText } from '@parley/contract/types';
import { useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useLeaveQuestion } from '../../../ui/layer/leave-guard.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { changeHelpText, createHelpText } from '../data/ai-settings.ts';

/** Writes or changes a help text. @param text null: a new one */
export function HelpTextDialog({ text, onClose }: { text: HelpText | null; onClose: () => void }) {
  const { t } = useLingui();
  // Created once, so that submitting again after a lost answer creates one text.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    initial: { title: text?.title ?? '', body: text?.body ?? '' },
    check: ({ title, body }) => ({
      ...(title.trim() === '' && { title: t`Enter a title.` }),
      ...(body.trim() === '' && { body: t`Enter a text.` }),
    }),
    send: async ({ title, body }) => {
      if (text === null) await createHelpText({ id, title, body });
      else await changeHelpText(text.id, { title, body, version: text.version });
      toast({ message: t`Help text saved` });
      onClose();
    },
  });
  const { leave, question } = useLeaveQuestion(t`Leave without saving?`, () => form.changed && !form.busy, onClose);
  return (
    <Dialog
      title={text === null ? t`Add help text` : t`Edit help text`}
      size="lg"
      lightDismiss={false}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{t`Cancel`}</Button>
          <Button variant="filled" busy={form.busy} onClick={() => void form.submit()}>{t`Save`}</Button>
        </>
      }
    >
      <Form onSubmit={form.submit}>
        <TextField data-focus label={t`Title`} autoComplete="off" dir="auto" {...form.text('title')} />
        <TextAreaField label={t`Text`} rows={8} dir="auto" {...form.text('body')} />
        <FormError>{form.problem}</FormError>
      </Form>
      {question}
    </Dialog>
  );
}
