import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { fieldMessage } from '../../../platform/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { askPasskeyOfSignIn } from '../data/passkeys.ts';
import type { SecondFactorStep } from '../data/second-factor-question.ts';
import styles from './identity.module.css';
import { PasskeyButton } from './passkey-button.tsx';

type Way = 'passkey' | 'totp' | 'recovery';

/** Asks for a passkey, a code of the authenticator app, or a recovery code. */
export function SecondFactorDialog({ handle, hasApp, hasPasskey, answer }: SecondFactorStep) {
  const { t } = useLingui();
  const [way, setWay] = useState<Way>(hasPasskey ? 'passkey' : 'totp');
  const [ended, setEnded] = useState<string | null>(null);
  /** Sends a factor; says so when the sign-in is over. */
  const finish = async (proof: Promise<Parameters<typeof send>[0]>) => {
    try {
      answer(await send(await proof));
    } catch (error) {
      const over = fieldMessage(error, 'handle');
      if (over === null) throw error;
      setEnded(over);
    }
  };
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t`Enter the code.` } : {}),
    send: ({ code }) => finish(Promise.resolve({ handle, code })),
  });
  const cancel = () => answer(null);
  const alternatives: [Way, string][] = [
    ...(hasPasskey ? [['passkey', t`Use a passkey`] as [Way, string]] : []),
    ...(hasApp ? [['totp', t`Use your authenticator app`] as [Way, string]] : []),
    ['recovery', t`Use a recovery code`],
  ];
  return (
    <Dialog
      title={t`Two-step verification`}
      onClose={cancel}
      lightDismiss={false}
      footer={
        <>
          <Button onClick={cancel}>{ended === null ? t`Cancel` : t`Start again`}</Button>
          {ended === null && way !== 'passkey' && (
            <Button type="submit" form="second-factor" variant="filled" busy={form.busy}>
              {t`Verify`}
            </Button>
          )}
        </>
      }
    >
      {ended === null ? (
        <div className={styles.asked}>
          {way === 'passkey' ? (
            <PasskeyButton
              filled
              large
              label={t`Continue with a passkey`}
              run={() => finish(askPasskeyOfSignIn(handle).then((passkey) => ({ handle, passkey })))}
            />
          ) : (
            <Form id="second-factor" onSubmit={form.submit}>
              {way === 'recovery' ? (
                <TextField
                  key="recovery"
                  data-focus
                  autoFocus
                  label={t`Recovery code`}
                  autoComplete="off"
                  help={t`Each code works once.`}
                  {...form.text('code')}
                />
              ) : (
                <TextField
                  key="app"
                  data-focus
                  label={t`Authentication code`}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  help={t`Six digits from your authenticator app.`}
                  {...form.text('code')}
                />
              )}
              <FormError>{form.problem}</FormError>
            </Form>
          )}
          <p className={styles.actions}>
            {alternatives
              .filter(([other]) => other !== way)
              .map(([other, label]) => (
                <Button key={other} variant="plain" onClick={() => setWay(other)}>
                  {label}
                </Button>
              ))}
          </p>
          <p className={styles.quiet}>
            {t`Can’t use any of these? An Owner or Admin of your account can reset two-step verification.`}
          </p>
        </div>
      ) : (
        <FormError>{ended}</FormError>
      )}
    </Dialog>
  );
}

const send = (body: Parameters<typeof api<'POST /api/auth/second-factor'>>[1]['body']) =>
  api('POST /api/auth/second-factor', { body });
