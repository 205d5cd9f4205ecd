import { useLingui } from '@lingui/react/macro';
import type { Assistant } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { FieldRow, Form, FormError } from '../../../ui/form.tsx';
import { IdsField } from '../../../ui/ids-field.tsx';
import { ChoiceField } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { type TellsChanges, useForm, useTellChanges } from '../../../ui/use-form.ts';
import { useRows } from '../../sync/public.ts';
import { refreshAssistant, saveAssistant } from '../data/assistant-data.ts';
import { assistantBodyOf, assistantFormOf, isWhole } from '../data/assistant-form.ts';
import styles from './answering.module.css';
import { AssistantExamDialog } from './assistant-exam.tsx';
import { AssistantSent } from './assistant-sent.tsx';

export function AssistantSettings({ settings, onChanged }: { settings: Assistant } & TellsChanges) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const [trying, setTrying] = useState(false);
  const form = useForm({
    initial: assistantFormOf(settings),
    check: (values) => ({
      ...(values.name.trim() === '' && { name: t`Enter a name.` }),
      ...(!isWhole(values.min_confidence, 0, 100) && { min_confidence: t`Enter a whole number from 0 to 100.` }),
      ...(!isWhole(values.most_answers, 1, 50) && { most_answers: t`Enter a whole number from 1 to 50.` }),
    }),
    send: async (values) => {
      await saveAssistant(assistantBodyOf(values, settings.version));
      toast({ message: t`AI assistant saved` });
    },
  });
  const { values, errors, set } = form;
  useTellChanges(form.changed, onChanged);
  return (
    <div className={styles.view}>
      <p>{t`Answers customers only with what your help texts, shared saved replies and answers marked as good say. When it isn’t sure, people go on.`}</p>
      {settings.problems.length > 0 && (
        <ul className={styles.problems}>
          {settings.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <span className={styles.buttons}>
        <Button onClick={() => setTrying(true)}>{t`Try on past conversations`}</Button>
        <AssistantSent
          onAgreed={() => {
            // What was refused for want of it is no longer wrong.
            set('is_on', values.is_on);
            void refreshAssistant();
          }}
        />
      </span>
      <Form onSubmit={form.submit}>
        <Checkbox checked={values.is_on} onChange={(event) => set('is_on', event.target.checked)}>
          {t`Answer customers`}
          <small className={styles.quiet}>{t`Answers are sent without a member checking them.`}</small>
        </Checkbox>
        <FormError>{errors.is_on ?? null}</FormError>
        <IdsField
          label={t`Channels`}
          choices={channels.map(({ id, channel_label }) => ({ value: id, label: channel_label }))}
          ids={values.channel_ids}
          onChange={(ids) => set('channel_ids', ids)}
        />
        <FormError>{errors.channel_ids ?? null}</FormError>
        <ChoiceField<Assistant['takes']>
          label={t`Conversations`}
          choices={[
            { value: 'unassigned', label: t`All that no member was chosen for` },
            { value: 'given', label: t`Those that a member gives it` },
          ]}
          value={values.takes}
          onChange={(takes) => set('takes', takes)}
        />
        <ChoiceField<Assistant['hours']>
          label={t`Hours`}
          help={t`What an automation answered is left alone. Turn off an out-of-hours reply if the assistant should answer then.`}
          choices={[
            { value: 'always', label: t`Always` },
            { value: 'closed', label: t`Outside of working hours` },
          ]}
          value={values.hours}
          onChange={(hours) => set('hours', hours)}
        />
        <TextField label={t`Name`} autoComplete="off" help={t`Only your team sees it.`} {...form.text('name')} />
        <FieldRow>
          <TextField
            label={t`Minimum confidence (%)`}
            inputMode="numeric"
            autoComplete="off"
            {...form.text('min_confidence')}
          />
          <TextField
            label={t`Answers per conversation`}
            inputMode="numeric"
            autoComplete="off"
            {...form.text('most_answers')}
          />
        </FieldRow>
        <TextAreaField
          label={t`Text to the customer when people go on`}
          help={t`Leave empty to send nothing.`}
          rows={3}
          {...form.text('handover_text')}
        />
        <FormError>{form.problem}</FormError>
        <span className={styles.buttons}>
          <Button type="submit" variant="filled" busy={form.busy}>{t`Save`}</Button>
        </span>
      </Form>
      {trying && (
        <AssistantExamDialog
          bar={Number(values.min_confidence)}
          onClose={() => {
            setTrying(false);
            void refreshAssistant();
          }}
        />
      )}
    </div>
  );
}
