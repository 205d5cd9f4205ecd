import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../../ui/field.tsx';
import { FieldRow, Form, FormError } from '../../../../ui/form.tsx';
import { LeaveGuard } from '../../../../ui/layer/leave-guard.tsx';
import { useForm } from '../../../../ui/use-form.ts';
import { deleteChannelDraft, readChannelDraft, saveChannelDraft } from '../../data/channel-draft.ts';
import { useFieldChecks } from '../../data/use-field-checks.ts';
import { CopyLine } from '../manage/copy-line.tsx';
import styles from './add.module.css';
import { errorOf, helpOf } from './checked-field.tsx';

/** A generated token for WhatsApp's webhook verification. */
function makeVerifyToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Connects a number by the ids that Meta shows; each field is checked while it is filled in. */
export function AddByIds({ webhookBase }: { webhookBase: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [id] = useState(() => uuidv7());
  const [verifyToken] = useState(makeVerifyToken);
  const needed = t`This is needed.`;
  const form = useForm({
    initial: { ...readChannelDraft(), access_token: '', app_secret: '' },
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [[name, needed]] : [])),
      ),
    send: async (values) => {
      const body = { id, kind: 'WHATSAPP' as const, ...values, verify_token: verifyToken };
      const made = await api('POST /api/channels', { body });
      deleteChannelDraft();
      await navigate({ to: '/channels', search: { channel: made.id, tab: 'doctor' }, replace: true });
    },
  });
  const { values } = form;
  useEffect(() => saveChannelDraft(values), [values]);
  const { channel_label: _label, ...typed } = values;
  const checks = useFieldChecks(typed);
  const field = (name: keyof typeof typed, help: string) => ({
    ...form.text(name),
    dir: 'ltr' as const,
    error: errorOf(form.errors[name], checks.of(name)),
    help: helpOf(checks.of(name), checks.busy, help),
  });
  return (
    <Form onSubmit={form.submit}>
      <LeaveGuard
        when={!form.busy && (values.access_token !== '' || values.app_secret !== '')}
        title={t`Leave without connecting?`}
      >
        {t`Name, IDs and number stay here for next time. Token and secret are deleted.`}
      </LeaveGuard>
      <FormError>{form.problem}</FormError>
      <TextField
        label={t`Name in Parley`}
        help={t`Your team sees it; customers do not.`}
        maxLength={200}
        {...form.text('channel_label')}
      />
      <PasswordField
        label={t`Access token`}
        autoComplete="off"
        {...field(
          'access_token',
          t`A system user's token from Meta's Business settings, with both WhatsApp permissions.`,
        )}
      />
      <FieldRow>
        <TextField
          label={t`Phone number id`}
          inputMode="numeric"
          autoComplete="off"
          {...field('phone_number_id', t`On the app's page WhatsApp, API setup.`)}
        />
        <TextField
          label={t`WhatsApp Business account id`}
          inputMode="numeric"
          autoComplete="off"
          {...field('waba_id', t`On the same page, below it.`)}
        />
      </FieldRow>
      <TextField
        label={t`Phone number`}
        type="tel"
        autoComplete="off"
        {...field('phone_number', t`With its country code, as customers write to it.`)}
      />
      <PasswordField
        label={t`App secret`}
        autoComplete="off"
        {...field('app_secret', t`In the app's basic settings. It verifies that webhooks come from WhatsApp.`)}
      />
      <p className={styles.lead} role="status">
        {checks.busy ? t`Checking your entries` : t`Webhooks are connected automatically. To set them by hand:`}
      </p>
      <CopyLine label={t`Callback address`} text={`${webhookBase}/whatsapp/${id}`} />
      <CopyLine label={t`Verify token`} text={verifyToken} />
      <p>
        <Button type="submit" variant="filled" busy={form.busy}>
          {t`Connect the number`}
        </Button>
      </p>
    </Form>
  );
}
