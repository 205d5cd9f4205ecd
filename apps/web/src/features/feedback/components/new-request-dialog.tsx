import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { useForm } from '../../../ui/use-form.ts';
import { createFeatureRequest, minSearchLength, useSimilarRequests } from '../data/feature-requests.ts';
import styles from './requests.module.css';
import { VoteButton } from './vote-button.tsx';

/** Asks for a feature: the problem first, with similar requests to vote for instead. */
export function NewRequestDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useLingui();
  const id = useRef(uuidv7());
  const needed = t`This field is required.`;
  const form = useForm({
    initial: { problem: '', title, idea: '' },
    check: (values) => ({
      ...(values.problem.trim() === '' ? { problem: needed } : {}),
      ...(values.title.trim() === '' ? { title: needed } : {}),
    }),
    send: async (values) => {
      await createFeatureRequest({
        id: id.current,
        title: values.title.trim(),
        problem: values.problem.trim(),
        ...(values.idea.trim() === '' ? {} : { idea: values.idea.trim() }),
      });
      toast({ message: t`Feature request added` });
      onClose();
    },
  });
  const { values } = form;
  return (
    <Dialog
      title={t`New feature request`}
      onClose={onClose}
      lightDismiss={!form.changed}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="feature-request" variant="filled" busy={form.busy}>
            {t`Add request`}
          </Button>
        </>
      }
    >
      <Form id="feature-request" onSubmit={form.submit}>
        <TextAreaField
          data-focus
          label={t`What is hard or impossible today?`}
          rows={3}
          maxLength={3_000}
          {...form.text('problem')}
        />
        <TextField label={t`Title`} maxLength={120} {...form.text('title')} />
        <Similar text={`${values.title} ${values.problem}`} />
        <TextAreaField label={t`Your idea`} note={t`optional`} rows={2} maxLength={3_000} {...form.text('idea')} />
        <FormError>{form.problem}</FormError>
      </Form>
    </Dialog>
  );
}

function Similar({ text }: { text: string }) {
  const { t } = useLingui();
  const search = useDebounced(text.trim());
  const { data = [] } = useSimilarRequests(search);
  if (search.length < minSearchLength || data.length === 0) return null;
  return (
    <section className={styles.similar} aria-label={t`Similar requests`}>
      <h3>{t`Similar requests`}</h3>
      <ul className={styles.list}>
        {data.map((request) => (
          <li key={request.id} className={styles.request}>
            <VoteButton request={request} />
            <bdi className={styles.text}>{request.title}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
