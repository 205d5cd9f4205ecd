import { useLingui } from '@lingui/react/macro';
import type { Filter, Segment } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { invalidateSegments } from '../data/contacts-data.ts';
import styles from './dialogs.module.css';

export type SegmentDialogState =
  | { kind: 'save'; filter: Filter }
  | { kind: 'rename'; segment: Segment }
  | { kind: 'delete'; segment: Segment };

/** The dialogs that save, rename and delete a segment. */
export function SegmentDialog({ question, onClose }: { question: SegmentDialogState; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const serverText = useServerErrorMessage();
  if (question.kind !== 'delete') return <NameDialog question={question} onClose={onClose} />;
  const { segment } = question;
  return (
    <ConfirmDialog
      title={t`Delete the segment ${segment.name}?`}
      confirm={t`Delete segment`}
      keep={t`Keep`}
      problem={serverText}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /api/segments/{id}', { params: { id: segment.id } });
        invalidateSegments();
        void navigate({ to: '/contacts', search: {} });
      }}
    >
      <p>{t`Only the saved filter is deleted, not the contacts.`}</p>
    </ConfirmDialog>
  );
}

function NameDialog(props: { question: Exclude<SegmentDialogState, { kind: 'delete' }>; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const formId = useId();
  const { question, onClose } = props;
  const [id] = useState(() => (question.kind === 'rename' ? question.segment.id : uuidv7()));
  const form = useForm({
    initial: { name: question.kind === 'rename' ? question.segment.name : '' },
    check: ({ name }) => (name.trim() === '' ? { name: t`Enter a name.` } : {}),
    send: async ({ name }) => {
      if (question.kind === 'rename') await api('PUT /api/segments/{id}', { params: { id }, body: { name } });
      else await api('POST /api/segments', { body: { id, name, filter: question.filter } });
      invalidateSegments();
      if (question.kind === 'save') void navigate({ to: '/contacts', search: { segment: id } });
      onClose();
    },
  });
  return (
    <Dialog
      title={question.kind === 'save' ? t`Save as segment` : t`Rename ${question.segment.name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={form.busy}>{t`Save`}</Button>
        </>
      }
    >
      <Form id={formId} onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField data-focus label={t`Name`} autoComplete="off" {...form.text('name')} />
        {question.kind === 'save' && (
          <p className={styles.note}>{t`A segment updates itself: contacts join as soon as they match its filter.`}</p>
        )}
      </Form>
    </Dialog>
  );
}
