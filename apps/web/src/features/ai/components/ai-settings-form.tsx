import { useLingui } from '@lingui/react/macro';
import type { AiSettings } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { FieldRow, Form, FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { type TellsChanges, useForm, useTellChanges } from '../../../ui/use-form.ts';
import { disconnectAi, saveAiSettings } from '../data/ai-settings.ts';
import { aiBodyOf, aiFormOf, numberIn } from '../data/settings-form.ts';
import styles from './ai.module.css';
import { AiFunctionChoice } from './ai-function-choice.tsx';
import { ConnectionTest } from './connection-test.tsx';

/** Address, key, model, what is allowed and what it may cost. */
export function AiSettingsForm({ settings, onChanged }: { settings: AiSettings | null } & TellsChanges) {
  const { t } = useLingui();
  const [removing, setRemoving] = useState(false);
  const form = useForm({
    initial: aiFormOf(settings),
    check: (values) => ({
      ...(values.base_url.trim() === '' && { base_url: t`Enter an address.` }),
      ...(settings === null && values.api_key.trim() === '' && { api_key: t`Enter a key.` }),
      ...(values.model.trim() === '' && { model: t`Enter a model.` }),
      ...(!Number.isInteger(numberIn(values.monthly_tokens)) && { monthly_tokens: t`Enter a whole number.` }),
      ...(Number.isNaN(numberIn(values.input_price)) && { input_price: t`Enter a number, such as 0.15.` }),
      ...(Number.isNaN(numberIn(values.output_price)) && { output_price: t`Enter a number, such as 0.6.` }),
      ...(!/^[A-Za-z]{3}$/.test(values.currency.trim()) && { currency: t`Enter a currency code, such as EUR.` }),
    }),
    send: async (values) => {
      await saveAiSettings(aiBodyOf(values));
      form.set('api_key', '');
      toast({ message: settings === null ? t`AI provider connected` : t`AI provider saved` });
    },
  });
  useTellChanges(form.changed, onChanged);
  const end = settings?.key_end ?? '';
  const kept = end === '' ? t`Leave empty to keep the key.` : t`Leave empty to keep the key ending in ${end}.`;
  return (
    <div className={styles.view}>
      <p>{t`AI is off until you connect a provider with your own key. Parley sends texts only for the functions you switch on.`}</p>
      <Form onSubmit={form.submit}>
        <AddressField
          label={t`Address`}
          autoComplete="off"
          placeholder="https://"
          help={t`Any endpoint compatible with OpenAI chat completions.`}
          {...form.text('base_url')}
        />
        <PasswordField
          label={t`API key`}
          autoComplete="off"
          placeholder={settings === null ? undefined : `••••••••${end}`}
          help={settings === null ? t`Stored encrypted and never shown again.` : kept}
          {...form.text('api_key')}
        />
        <TextField label={t`Model`} autoComplete="off" {...form.text('model')} />
        <AiFunctionChoice value={form.values.functions} onChange={(functions) => form.set('functions', functions)} />
        <Checkbox
          checked={form.values.includes_names}
          onChange={(event) => form.set('includes_names', event.target.checked)}
        >
          {t`Include names, phone numbers and email addresses`}
          <small className={styles.quiet}>
            {t`Otherwise placeholders are sent instead of the contact’s and members’ names, numbers and addresses.`}
          </small>
        </Checkbox>
        <TextField
          label={t`Monthly limit in tokens`}
          inputMode="numeric"
          autoComplete="off"
          help={t`Calls that could exceed it are refused. Months are in UTC.`}
          {...form.text('monthly_tokens')}
        />
        <FieldRow>
          <TextField
            label={t`Input price`}
            note={t`per million tokens`}
            inputMode="decimal"
            autoComplete="off"
            {...form.text('input_price')}
          />
          <TextField
            label={t`Output price`}
            note={t`per million tokens`}
            inputMode="decimal"
            autoComplete="off"
            {...form.text('output_price')}
          />
          <TextField label={t`Currency`} autoComplete="off" {...form.text('currency')} />
        </FieldRow>
        <FormError>{form.problem}</FormError>
        <div className={styles.buttons}>
          <Button type="submit" variant="filled" busy={form.busy}>
            {settings === null ? t`Connect` : t`Save`}
          </Button>
          {settings !== null && <Button danger onClick={() => setRemoving(true)}>{t`Disconnect`}</Button>}
        </div>
      </Form>
      {settings !== null && <ConnectionTest key={settings.version} />}
      {removing && (
        <ConfirmDialog
          title={t`Disconnect the AI provider?`}
          confirm={t`Disconnect`}
          keep={t`Cancel`}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await disconnectAi();
            toast({ message: t`AI provider disconnected` });
          }}
        >
          <p>{t`Reply drafts, summaries, new translations and transcripts stop for everyone. The key is deleted; help texts, usage and stored translations stay.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
