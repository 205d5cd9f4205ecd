import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { AddressField } from '../../../../ui/fields/address-field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { LeaveGuard } from '../../../../ui/layer/leave-guard.tsx';
import { useForm } from '../../../../ui/use-form.ts';
import { useFieldChecks } from '../../data/use-field-checks.ts';
import { CopyLine } from '../manage/copy-line.tsx';
import { SigningSecretField } from '../manage/signing-secret-field.tsx';
import styles from './add.module.css';
import { errorOf, helpOf } from './checked-field.tsx';

/** Connects an adapter that implements the open protocol. */
export function AddByAdapter({ webhookBase }: { webhookBase: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [id] = useState(() => uuidv7());
  const needed = t`This field is required.`;
  const form = useForm({
    initial: { channel_label: '', phone_number: '', adapter_url: '', signing_secret: '' },
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [[name, needed]] : [])),
      ),
    send: async (values) => {
      const made = await api('POST /api/channels', { body: { id, kind: 'SESSION', ...values } });
      await navigate({ to: '/channels', search: { channel: made.id, tab: 'doctor' }, replace: true });
    },
  });
  const { channel_label: _label, ...typed } = form.values;
  const checks = useFieldChecks(typed);
  const field = (name: 'phone_number' | 'adapter_url', help: string) => ({
    ...form.text(name),
    dir: 'ltr' as const,
    error: errorOf(form.errors[name], checks.of(name)),
    help: helpOf(checks.of(name), checks.busy, help),
  });
  return (
    <Form onSubmit={form.submit}>
      <LeaveGuard
        when={!form.busy && Object.values(form.values).some((value) => value !== '')}
        title={t`Leave without connecting?`}
      >
        {t`Your entries are discarded.`}
      </LeaveGuard>
      <FormError>{form.problem}</FormError>
      <TextField
        label={t`Name in Parley`}
        help={t`Your team sees it; customers do not.`}
        maxLength={200}
        {...form.text('channel_label')}
      />
      <TextField
        label={t`Number`}
        type="tel"
        autoComplete="off"
        {...field('phone_number', t`The adapter’s phone number, with its country code.`)}
      />
      <AddressField
        label={t`Adapter’s address`}
        autoComplete="off"
        placeholder={t`https://`}
        {...field('adapter_url', t`Parley posts there what your team writes.`)}
      />
      <SigningSecretField
        value={form.values.signing_secret}
        error={errorOf(form.errors.signing_secret, checks.of('signing_secret'))}
        onChange={(value) => form.set('signing_secret', value)}
      />
      <p className={styles.lead}>{t`The adapter posts here what customers write:`}</p>
      <CopyLine label={t`Webhook address`} text={`${webhookBase}/session/${id}`} />
      <p>
        <Button type="submit" variant="filled" busy={form.busy}>
          {t`Connect the adapter`}
        </Button>
      </p>
    </Form>
  );
}
