import { useLingui } from '@lingui/react/macro';
import type { Channel, RegistrationState } from '@parley/contract/types';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { useHealthChanged } from '../../data/use-health.ts';
import { AppDataStep } from './app-data-step.tsx';
import styles from './drawer.module.css';
import { regionIn, StorageField, StorageStep, useStorageText } from './storage-step.tsx';

type Step = { channel: Channel; onState: (state: RegistrationState) => void };

/** Verifying the number by a code, registering it, and its two-step PIN. */
export function RegistrationView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const [state, setState] = useState<RegistrationState | null>(null);
  const [error, setError] = useState<unknown>(null);
  const healthChanged = useHealthChanged();
  const read = useCallback(() => {
    setError(null);
    api('GET /api/channels/{id}/registration', { params: { id: channel.id } })
      .then(setState)
      .catch(setError);
  }, [channel.id]);
  useEffect(read, [read]);
  if (error !== null) {
    return <ProblemState title={t`WhatsApp didn’t report the registration status`} error={error} onRetry={read} />;
  }
  if (state === null) return <Skeleton shape="text" label={t`Checking with WhatsApp`} count={4} />;
  const onState = (next: RegistrationState) => {
    setState(next);
    healthChanged();
  };
  return (
    <>
      <States state={state} />
      {state.on_business_app === true ? (
        <AppDataStep channel={channel} />
      ) : (
        <>
          <CodeStep channel={channel} onState={onState} />
          <PinStep channel={channel} state={state} onState={onState} />
          {isRegistered(state) && state.storage !== null && (
            <StorageStep key={state.storage.region} channel={channel} state={state} onState={onState} />
          )}
        </>
      )}
    </>
  );
}

/** WhatsApp’s words for a number that is registered; it has trouble with the last three. */
const registeredStates: readonly (string | null)[] = ['CONNECTED', 'FLAGGED', 'RATE_LIMITED', 'RESTRICTED'];
const isRegistered = ({ status }: RegistrationState) => registeredStates.includes(status);

function States({ state }: { state: RegistrationState }) {
  const { t } = useLingui();
  const verified = state.code_verification === 'VERIFIED';
  const connected = isRegistered(state);
  const storage = useStorageText()(state.storage);
  return (
    <>
      <p className={styles.line}>
        <Badge tone={verified ? 'ok' : 'warn'}>{verified ? t`Number verified` : t`Number not verified`}</Badge>
        <Badge tone={connected ? 'ok' : 'warn'}>{connected ? t`Registered` : t`Not registered`}</Badge>
        {state.pin_enabled && <Badge>{t`PIN is set`}</Badge>}
      </p>
      {storage && <p className={styles.quiet}>{storage}</p>}
    </>
  );
}

function CodeStep({ channel, onState }: Step) {
  const { t } = useLingui();
  const [sent, setSent] = useState(false);
  const ask = useForm({
    initial: { method: 'SMS' as 'SMS' | 'VOICE' },
    send: async ({ method }) => {
      onState(
        await api('POST /api/channels/{id}/registration/request-code', {
          params: { id: channel.id },
          body: { method },
        }),
      );
      setSent(true);
    },
  });
  const verify = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t`Enter the code.` } : {}),
    send: async (body) => {
      onState(await api('POST /api/channels/{id}/registration/verify-code', { params: { id: channel.id }, body }));
      toast({ message: t`Number verified` });
    },
  });
  return (
    <section className={styles.section}>
      <h3>{t`1. Verify the number`}</h3>
      <p className={styles.quiet}>{t`WhatsApp sends a code to the number, by text or by a call.`}</p>
      <Form onSubmit={ask.submit}>
        <FormError>{ask.problem ?? ask.errors.method}</FormError>
        <p className={styles.line}>
          <Segments
            label={t`Code delivery`}
            segments={[
              { value: 'SMS', label: t`Text message` },
              { value: 'VOICE', label: t`Call` },
            ]}
            value={ask.values.method}
            onChange={(method) => ask.set('method', method)}
          />
          <Button type="submit" busy={ask.busy}>
            {sent ? t`Send it again` : t`Send a code`}
          </Button>
        </p>
      </Form>
      <Form onSubmit={verify.submit}>
        <FormError>{verify.problem}</FormError>
        <TextField
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          {...verify.text('code')}
        />
        <p>
          <Button type="submit" busy={verify.busy}>
            {t`Verify number`}
          </Button>
        </p>
      </Form>
    </section>
  );
}

function PinStep({ channel, state, onState }: Step & { state: RegistrationState }) {
  const { t } = useLingui();
  const registered = isRegistered(state);
  const inForce = state.storage?.region ?? '';
  const form = useForm({
    initial: { pin: '', storage_region: inForce },
    check: ({ pin }) => (/^\d{6}$/.test(pin) ? {} : { pin: t`The PIN has six digits.` }),
    send: async ({ pin, storage_region }) => {
      const params = { id: channel.id };
      // What WhatsApp has already is not asked of it again.
      const chosen = storage_region === inForce ? {} : { storage_region: regionIn(storage_region) };
      const next = registered
        ? await api('POST /api/channels/{id}/registration/pin', { params, body: { pin } })
        : await api('POST /api/channels/{id}/registration/register', { params, body: { pin, ...chosen } });
      form.set('pin', '');
      onState(next);
      toast({ message: registered ? t`PIN changed` : t`Number registered` });
    },
  });
  return (
    <section className={styles.section}>
      <h3>{registered ? t`2. Change the two-step PIN` : t`2. Register with a PIN`}</h3>
      <p className={styles.quiet}>
        {!registered && state.pin_enabled
          ? t`Two-step verification is on for this number: enter its PIN. You can reset a lost PIN in WhatsApp Manager.`
          : t`The PIN protects the number. Write it down: you need it to move the number. A number that already has a PIN needs that one.`}
      </p>
      {!registered && (
        <p className={styles.quiet}>
          {t`Meta refuses a number that is used in a WhatsApp app. Delete that account in the app first, or sign up with Meta to keep both.`}
        </p>
      )}
      <Form onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField
          label={t`Six-digit PIN`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          dir="ltr"
          {...form.text('pin')}
        />
        {!registered && (
          <StorageField
            value={form.values.storage_region}
            error={form.errors.storage_region ?? null}
            onChange={(region) => form.set('storage_region', region)}
          />
        )}
        <p>
          <Button type="submit" busy={form.busy}>
            {registered ? t`Change the PIN` : t`Register the number`}
          </Button>
        </p>
      </Form>
    </section>
  );
}
