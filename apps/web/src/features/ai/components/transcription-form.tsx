import { useLingui } from '@lingui/react/macro';
import type { TranscriptionEngine, TranscriptionSettings } from '@parley/contract/types';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { FieldRow, Form, FormError } from '../../../ui/form.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { type TellsChanges, useForm, useTellChanges } from '../../../ui/use-form.ts';
import { saveTranscription } from '../data/ai-settings.ts';
import { refreshAiStatus } from '../data/ai-status.ts';
import { numberIn } from '../data/settings-form.ts';
import styles from './ai.module.css';

/** Voice notes as text: by whom, when, and what it may cost. */
export function TranscriptionForm({ settings, onChanged }: { settings: TranscriptionSettings } & TellsChanges) {
  const { t, i18n } = useLingui();
  const { provider, server_engine: hasEngine } = settings;
  const form = useForm({
    initial: {
      engine: settings.engine,
      model: settings.model,
      automatic: settings.automatic,
      minute_price: String(settings.minute_price),
      monthly_minutes: String(settings.monthly_minutes),
      consent_id: settings.agreed,
    },
    check: (values) => {
      const asksProvider = values.engine === 'provider';
      return {
        ...(asksProvider && provider === null && { engine: t`Connect an AI provider first, under Settings.` }),
        ...(asksProvider && values.model.trim() === '' && { model: t`Enter a model.` }),
        ...(Number.isNaN(numberIn(values.minute_price)) && { minute_price: t`Enter a number, such as 0.006.` }),
        ...(!Number.isInteger(numberIn(values.monthly_minutes)) && { monthly_minutes: t`Enter a whole number.` }),
        ...(asksProvider && provider !== null && !values.consent_id && { consent_id: t`Agree to what is sent first.` }),
      };
    },
    send: async ({ consent_id: agreed, ...values }) => {
      await saveTranscription({
        ...values,
        model: values.model.trim(),
        minute_price: numberIn(values.minute_price),
        monthly_minutes: numberIn(values.monthly_minutes),
        ...(values.engine === 'provider' && agreed && provider !== null && { consent_id: provider.consent_id }),
      });
      await refreshAiStatus().catch(() => undefined);
      toast({ message: t`Voice note settings saved` });
    },
  });
  useTellChanges(form.changed, onChanged);
  const { engine, model } = form.values;
  const used = i18n.number(settings.used_minutes);
  const most = i18n.number(settings.monthly_minutes);
  const minutes = (
    <TextField
      label={t`Monthly limit in minutes`}
      inputMode="numeric"
      autoComplete="off"
      help={t`${used} of ${most} minutes used this month. Months are in UTC.`}
      {...form.text('monthly_minutes')}
    />
  );
  return (
    <div className={styles.view}>
      <p>{t`Voice notes can be shown as text below the recording and found by search. Members ask for it with Transcribe.`}</p>
      <Form onSubmit={form.submit}>
        <Field label={t`Transcripts`} error={form.errors.engine ?? null}>
          {(ties) => (
            <Select
              {...ties}
              value={engine}
              onChange={({ target }) => form.set('engine', target.value as TranscriptionEngine)}
            >
              <option value="off">{t`Off`}</option>
              <option value="provider">{t`By your AI provider`}</option>
              {(hasEngine || engine === 'server') && <option value="server">{t`By this server`}</option>}
            </Select>
          )}
        </Field>
        {engine !== 'off' && (
          <Checkbox checked={form.values.automatic} onChange={(event) => form.set('automatic', event.target.checked)}>
            {t`Transcribe customers’ voice notes as they arrive`}
            <small className={styles.quiet}>{t`Otherwise only when a member asks.`}</small>
          </Checkbox>
        )}
        {engine === 'server' && (
          <>
            <p className={styles.quiet}>{t`Recordings stay on this server.`}</p>
            {minutes}
          </>
        )}
        {engine === 'provider' && (
          <>
            <TextField
              label={t`Model`}
              autoComplete="off"
              help={t`One that your provider offers for transcription, such as whisper-1.`}
              {...form.text('model')}
            />
            <FieldRow>
              {minutes}
              <TextField
                label={t`Price`}
                note={provider === null ? t`per minute` : t`per minute, in ${provider.currency}`}
                inputMode="decimal"
                autoComplete="off"
                {...form.text('minute_price')}
              />
            </FieldRow>
            {provider !== null && (
              <section className={styles.request} aria-label={t`What is sent`}>
                <p className={styles.quiet}>
                  {t`To`} <code>{provider.url}</code> · {t`Model`} <code>{model}</code>
                </p>
                <p>{t`The recording itself, as the file “recording.ogg”. No names, numbers or other messages. What is said in it is sent as it is.`}</p>
                <Checkbox
                  checked={form.values.consent_id}
                  onChange={(event) => form.set('consent_id', event.target.checked)}
                >
                  {t`Send recordings of this account there`}
                </Checkbox>
              </section>
            )}
          </>
        )}
        <FormError>{form.problem ?? form.errors.consent_id}</FormError>
        <div className={styles.buttons}>
          <Button type="submit" variant="filled" busy={form.busy}>
            {t`Save`}
          </Button>
        </div>
      </Form>
    </div>
  );
}
