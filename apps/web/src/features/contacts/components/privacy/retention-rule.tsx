import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { queryClient } from '../../../../platform/query.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { daysOf, maxDays, olderThan } from '../../data/retention-days.ts';
import styles from './privacy.module.css';

const key = ['retention'];

/** The retention rule for messages, editable by Admins; needs `QueryScope`. */
export function RetentionRule() {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const found = useQuery({ queryKey: key, queryFn: ({ signal }) => api('GET /api/retention', {}, { signal }) });
  if (found.isPending) return <Skeleton shape="text" count={2} label={t`Reading`} />;
  if (found.isError) {
    return <ProblemState title={t`Couldn’t load this`} error={found.error} onRetry={() => void found.refetch()} />;
  }
  return (
    <>
      <RetentionSummary days={found.data.messages_days} onChange={() => setChanging(true)} />
      {changing && <RetentionDialog days={found.data.messages_days} onClose={() => setChanging(false)} />}
    </>
  );
}

/** The rule as text, with a button to change it. */
export function RetentionSummary({ days, onChange }: { days: number | null; onChange: () => void }) {
  const { t } = useLingui();
  return (
    <p className={styles.rule}>
      <span>
        {days === null
          ? t`Messages are stored until someone deletes them.`
          : t`Messages and their files are deleted after ${plural(days, { one: '# day', other: '# days' })}.`}
      </span>
      <Button onClick={onChange}>{t`Change`}</Button>
    </p>
  );
}

/** Asks for the number of days, and says what is deleted at once. */
export function RetentionDialog({ days, onClose }: { days: number | null; onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const words = useServerErrorMessage();
  const { date } = useDateLabels();
  const [goes, setGoes] = useState(days !== null);
  const [typed, setTyped] = useState(String(days ?? 365));
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const number = daysOf(typed);
  const submit = async () => {
    setChecked(true);
    if (busy || (goes && number === null)) return;
    setBusy(true);
    setProblem(null);
    try {
      const body = { messages_days: goes ? number : null };
      queryClient.setQueryData(key, await api('PUT /api/retention', { body }));
      toast({
        message: goes
          ? t`Old messages are now deleted automatically.`
          : t`Messages are no longer deleted automatically.`,
      });
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(words(error));
    }
  };
  return (
    <Dialog
      title={t`Message retention`}
      onClose={busy ? () => undefined : onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" danger={goes} busy={busy}>
            {!goes
              ? t`Keep all messages`
              : number === null
                ? t`Delete old messages`
                : t`Delete messages after ${plural(number, { one: '# day', other: '# days' })}`}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <Segments
          label={t`Retention of old messages`}
          value={goes ? 'go' : 'stay'}
          onChange={(next) => setGoes(next === 'go')}
          segments={[
            { value: 'stay', label: t`Keep them` },
            { value: 'go', label: t`Deleted automatically` },
          ]}
        />
        {goes && (
          <>
            <TextField
              label={t`Days until messages are deleted`}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              error={checked && number === null ? t`Enter a whole number of days, 1 to ${maxDays}.` : null}
            />
            <p className={styles.quiet}>
              {number === null
                ? t`Messages are deleted permanently, with their files and delivery details. Contacts, lists and notes are not deleted.`
                : t`Messages from before ${date(olderThan(number))} are deleted permanently within a day, with their files and delivery details. Contacts, lists and notes are not deleted.`}
            </p>
          </>
        )}
        <FormError>{problem}</FormError>
      </Form>
    </Dialog>
  );
}
