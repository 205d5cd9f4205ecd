import { useLingui } from '@lingui/react/macro';
import type { Filter, Segment } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { useForm } from '../../../ui/use-form.ts';
import { forgetSegments } from '../contacts-data.ts';
import styles from './dialogs.module.css';

export type SegmentQuestion =
  | { kind: 'save'; filter: Filter }
  | { kind: 'rename'; segment: Segment }
  | { kind: 'delete'; segment: Segment };

/** Saving a filter under a name, calling it otherwise, taking it away. */
export function SegmentDialog({ question, onClose }: { question: SegmentQuestion; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const serverWords = useServerWords();
  if (question.kind !== 'delete') return <NameDialog question={question} onClose={onClose} />;
  const { segment } = question;
  return (
    <ConfirmDialog
      title={t`Delete the segment ${segment.name}?`}
      confirm={t`Delete segment`}
      keep={t`Keep it`}
      problem={serverWords}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /api/segments/{id}', { params: { id: segment.id } });
        forgetSegments();
        void navigate({ to: '/contacts', search: {} });
      }}
    >
      <p>{t`Only the saved filter goes; the people it finds stay as they are.`}</p>
    </ConfirmDialog>
  );
}

function NameDialog(props: { question: Exclude<SegmentQuestion, { kind: 'delete' }>; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const formId = useId();
  const { question, onClose } = props;
  const [id] = useState(() => (question.kind === 'rename' ? question.segment.id : uuidv7()));
  const form = useForm({
    initial: { name: question.kind === 'rename' ? question.segment.name : '' },
    check: ({ name }) => (name.trim() === '' ? { name: t`Give the segment a name.` } : {}),
    send: async ({ name }) => {
      if (question.kind === 'rename') await api('PUT /api/segments/{id}', { params: { id }, body: { name } });
      else await api('POST /api/segments', { body: { id, name, filter: question.filter } });
      forgetSegments();
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
          <p
            className={styles.note}
          >{t`A segment is live: whoever matches the filter is in it, from the moment they do.`}</p>
        )}
      </Form>
    </Dialog>
  );
}
