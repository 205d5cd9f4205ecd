import { useLingui } from '@lingui/react/macro';
import { digitsIn } from '@parley/contract/phone-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { identity } from '../data/browser-identity.ts';
import { signInProblemOf } from '../data/sign-in-problem.ts';
import styles from './identity.module.css';
import { useSignInProblemText } from './use-sign-in-problem-text.ts';

const PasskeyProof = lazyComponent(() => import('./passkey-proof.tsx').then((module) => module.PasskeyProof), {
  fallback: null,
  optional: true,
});

/** Asks for a password, a code by email, or a passkey. */
export function ConfirmIdentityDialog({ onShown, onClose }: { onShown: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const [handle, setHandle] = useState<string | null>(null);
  const config = useQuery({ queryKey: ['auth', 'config'], queryFn: () => identity.config() });
  const currentUser = useQuery({ queryKey: ['auth', 'profile'], queryFn: () => identity.getUser() });
  const factors = useQuery({ queryKey: ['auth', 'factors'], queryFn: () => api('GET /api/auth/factors', {}) });
  const hasPassword = currentUser.data?.user.providerData.some(({ providerId }) => providerId === 'password') === true;
  const byMail = config.data?.methods.includes('email_code') === true;
  const ready = config.data !== undefined && currentUser.data !== undefined;
  return (
    <Dialog
      title={t`Confirm it’s you`}
      onClose={onClose}
      lightDismiss={false}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          {(hasPassword || handle !== null) && (
            <Button type="submit" form={formId} variant="filled">{t`Continue`}</Button>
          )}
        </>
      }
    >
      <div className={styles.asked}>
        <p>{t`Confirm who you are to continue. This lasts 10 minutes.`}</p>
        {ready && hasPassword && handle === null && <ByPassword formId={formId} onShown={onShown} />}
        {ready && handle !== null && (
          <ByCode
            formId={formId}
            handle={handle}
            email={currentUser.data.user.email}
            byMail={byMail}
            onShown={onShown}
          />
        )}
        {handle === null && factors.data !== undefined && factors.data.passkeys.length > 0 && (
          <PasskeyProof
            label={t`Use a passkey`}
            act={async (proof) => {
              await identity.reauthenticate(proof);
              onShown();
            }}
          />
        )}
        {ready && handle === null && <SendCode byMail={byMail} first={!hasPassword} onSent={setHandle} />}
        <FormError>
          {(config.error || currentUser.error) && t`The server can’t be reached. Try again in a moment.`}
        </FormError>
        <p className={styles.quiet}>
          {t`Neither works?`} <Link to="/logout">{t`Sign out and in again`}</Link>
        </p>
      </div>
    </Dialog>
  );
}

function ByPassword({ formId, onShown }: { formId: string; onShown: () => void }) {
  const { t } = useLingui();
  const words = useSignInProblemText();
  const form = useProof({ password: '' }, async ({ password }) => {
    if (password === '') return { password: t`Enter your password.` };
    try {
      await identity.reauthenticate({ password });
      onShown();
      return {};
    } catch (error) {
      const problem = signInProblemOf(error);
      const errors = problem.kind === 'wrong-password' ? t`Wrong password. Is Caps Lock on?` : words(problem);
      return { password: errors };
    }
  });
  return (
    <Form id={formId} onSubmit={form.submit}>
      <PasswordField
        data-focus
        autoFocus
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        value={form.values.password}
        error={form.errors.password}
        onChange={(event) => form.set({ password: event.target.value })}
      />
    </Form>
  );
}

type ByCodeProps = { formId: string; handle: string; email: string; byMail: boolean; onShown: () => void };

function ByCode({ formId, handle, email, byMail, onShown }: ByCodeProps) {
  const { t } = useLingui();
  const words = useSignInProblemText();
  const form = useProof({ code: '' }, async ({ code }) => {
    const digits = digitsIn(code);
    if (digits.length !== 6) return { code: t`The code has six digits.` };
    try {
      await identity.reauthenticate({ handle, code: digits });
      onShown();
      return {};
    } catch (error) {
      return { code: words(signInProblemOf(error)) };
    }
  });
  return (
    <Form id={formId} onSubmit={form.submit}>
      <TextField
        autoFocus
        label={t`Code`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        help={
          byMail
            ? t`Six digits, sent to ${email}.`
            : t`The server’s operator can read it: "npm run mail" shows it there.`
        }
        value={form.values.code}
        error={form.errors.code}
        onChange={(event) => form.set({ code: event.target.value })}
      />
    </Form>
  );
}

function SendCode({ byMail, first, onSent }: { byMail: boolean; first: boolean; onSent: (handle: string) => void }) {
  const { t } = useLingui();
  const words = useSignInProblemText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onSent((await identity.sendReauthenticationCode()).handle);
    } catch (error) {
      setProblem(words(signInProblemOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const label = byMail ? t`Email me a code` : t`Get a code from the operator`;
  return (
    <>
      <FormError>{problem}</FormError>
      <Button variant={first ? 'filled' : 'outlined'} busy={busy} onClick={() => void send()}>
        {label}
      </Button>
    </>
  );
}

/** A short form whose submit handler returns the errors of its fields. */
function useProof<V extends Record<string, string>>(initial: V, send: (values: V) => Promise<Partial<V>>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<V>>({});
  return {
    values,
    errors,
    set: (next: V) => {
      setValues(next);
      setErrors({});
    },
    submit: async () => setErrors(await send(values)),
  };
}
