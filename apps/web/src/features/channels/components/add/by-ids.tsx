import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { LeaveGuard } from '../../../../ui/layer/leave-guard.tsx';
import { useForm } from '../../../../ui/use-form.ts';
import { deleteChannelDraft, readChannelDraft, saveChannelDraft } from '../../data/channel-draft.ts';
import type { ConnectStep } from '../../data/meta-pages.ts';
import { useFieldChecks } from '../../data/use-field-checks.ts';
import { CopyLine } from '../manage/copy-line.tsx';
import styles from './add.module.css';
import { CallbackWarning } from './callback-warning.tsx';
import { errorOf, helpOf } from './checked-field.tsx';
import { ConnectAside, ConnectStepPart } from './connect-step.tsx';

/** A generated token for WhatsApp's webhook verification. */
function makeVerifyToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Connects a number by the ids that Meta shows, step by step; each field is checked while it is filled in. */
export function AddByIds({ webhookBase }: { webhookBase: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [id] = useState(() => uuidv7());
  const [verifyToken] = useState(makeVerifyToken);
  const [current, setCurrent] = useState<ConnectStep>('app');
  const needed = t`This field is required.`;
  const form = useForm({
    initial: { ...readChannelDraft(), access_token: '', app_secret: '' },
    check: ({ app_id: _app, ...values }) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [[name, needed]] : [])),
      ),
    send: async ({ app_id: _app, ...values }) => {
      const body = { id, kind: 'WHATSAPP' as const, ...values, verify_token: verifyToken };
      const made = await api('POST /api/channels', { body });
      deleteChannelDraft();
      await navigate({ to: '/channels', search: { channel: made.id, tab: 'doctor' }, replace: true });
    },
  });
  const { values } = form;
  useEffect(() => saveChannelDraft(values), [values]);
  const { channel_label: _label, app_id: appId, ...typed } = values;
  const checks = useFieldChecks(typed);
  const field = (name: keyof typeof typed, help: string) => ({
    ...form.text(name),
    dir: 'ltr' as const,
    error: errorOf(form.errors[name], checks.of(name)),
    help: helpOf(checks.of(name), checks.busy, help),
  });
  const isFine = (...names: (keyof typeof typed)[]) => names.every((name) => checks.of(name)?.state === 'ok');
  const callback = `${webhookBase}/whatsapp/${id}`;
  const step = (name: ConnectStep) => ({ step: name, appId, isCurrent: current === name, onEnter: setCurrent });
  return (
    <div className={styles.connect}>
      <Form onSubmit={form.submit}>
        <LeaveGuard
          when={!form.busy && (values.access_token !== '' || values.app_secret !== '')}
          title={t`Leave without connecting?`}
        >
          {t`Name, IDs and number stay here for next time. Token and secret are deleted.`}
        </LeaveGuard>
        <FormError>{form.problem}</FormError>
        <ol className={styles.connectSteps}>
          <ConnectStepPart {...step('app')} number={1} title={t`Meta app`} done={/^\d{5,20}$/.test(appId.trim())}>
            <TextField
              label={t`Name in Parley`}
              help={t`Your team sees it; customers do not.`}
              maxLength={200}
              {...form.text('channel_label')}
            />
            <TextField
              label={t`App ID`}
              note={t`optional`}
              help={t`The links on this page then lead straight to your app.`}
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              {...form.text('app_id')}
            />
          </ConnectStepPart>
          <ConnectStepPart {...step('token')} number={2} title={t`Access`} done={isFine('access_token')}>
            <PasswordField
              label={t`Access token`}
              autoComplete="off"
              {...field(
                'access_token',
                t`A system user’s token from Meta’s Business settings, with both WhatsApp permissions.`,
              )}
            />
          </ConnectStepPart>
          <ConnectStepPart
            {...step('ids')}
            number={3}
            title={t`Number and IDs`}
            done={isFine('phone_number_id', 'waba_id', 'phone_number')}
          >
            <div className={styles.pair}>
              <TextField
                label={t`Phone number ID`}
                inputMode="numeric"
                autoComplete="off"
                {...field('phone_number_id', t`About 15 digits, not the phone number.`)}
              />
              <TextField
                label={t`WhatsApp Business account ID`}
                inputMode="numeric"
                autoComplete="off"
                {...field('waba_id', t`On the same page. Holds your numbers and templates.`)}
              />
            </div>
            <TextField
              label={t`Phone number`}
              type="tel"
              autoComplete="off"
              {...field('phone_number', t`With its country code, as customers write to it.`)}
            />
          </ConnectStepPart>
          <ConnectStepPart {...step('secret')} number={4} title={t`App secret`} done={isFine('app_secret')}>
            <PasswordField
              label={t`App secret`}
              autoComplete="off"
              {...field('app_secret', t`Verifies that incoming messages come from WhatsApp.`)}
            />
          </ConnectStepPart>
          <ConnectStepPart {...step('callback')} number={5} title={t`Callback address`} done={false}>
            <p className={styles.lead}>
              {t`Parley enters both at Meta when you connect. If your app does not allow that, paste them yourself.`}
            </p>
            <CopyLine label={t`Callback URL`} text={callback} />
            <CopyLine label={t`Verify token`} text={verifyToken} />
            <CallbackWarning address={callback} />
          </ConnectStepPart>
        </ol>
        <p className={styles.actions}>
          <Button type="submit" variant="filled" busy={form.busy}>
            {t`Connect the number`}
          </Button>
          <span className={styles.lead} role="status">
            {checks.busy && t`Checking your entries`}
          </span>
        </p>
      </Form>
      <ConnectAside step={current} appId={appId} />
    </div>
  );
}
