import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, api } from '../../../platform/api.ts';
import { fieldMessage } from '../../../platform/errors.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useErrorMessage } from '../../../ui/error-messages.ts';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { useAuthConfig } from '../data/auth-config.ts';
import { useCompleteSignIn } from '../data/redirect-after-sign-in.ts';
import styles from './identity.module.css';

type Values = { name: string; email: string; password: string };
type FormErrors = Partial<Values> & { form?: string };

/** Creates the first user of a new installation, its Owner. */
export function FirstRunForm({ token }: { token: string }) {
  const { t } = useLingui();
  const requestText = useErrorMessage();
  const enter = useCompleteSignIn();
  const config = useAuthConfig();
  const minLength = config?.password_policy.min_length;
  const [values, setValues] = useState<Values>({ name: '', email: '', password: '' });
  const [errors, setErrors] = useState<FormErrors>({});
  const [linkUsed, setLinkUsed] = useState(false);
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    const missing: FormErrors = {};
    if (values.name.trim() === '') missing.name = t`Enter your name, as your team knows you.`;
    if (values.email.trim() === '') missing.email = t`Enter your email address; you sign in with it.`;
    if (values.password === '') missing.password = t`Choose a password.`;
    else if (minLength && values.password.length < minLength)
      missing.password = t`Use at least ${minLength} characters.`;
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await enter(await api('POST /api/auth/setup', { body: { token, ...values } }));
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'setup_done' || error.code === 'invalid-credential')) {
        setLinkUsed(true);
        return;
      }
      const found = wrongFields(error);
      setErrors(Object.keys(found).length > 0 ? found : { form: requestText(error) });
    } finally {
      setBusy(false);
    }
  };
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    error: errors[name],
    large: true,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });

  if (config === null) return null;
  if (linkUsed || config.set_up) return <LinkUsed />;
  return (
    <>
      <div>
        <h1>{t`Welcome to Parley`}</h1>
        <p className={styles.lead}>{t`You’re the first user, so you become the owner of this installation.`}</p>
      </div>
      <Form onSubmit={submit}>
        <FormError>{errors.form}</FormError>
        <TextField label={t`Your name`} autoComplete="name" {...field('name')} />
        <TextField label={t`Email`} type="email" autoComplete="username" {...field('email')} />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          help={minLength ? t`At least ${minLength} characters. Tip: a short phrase is easier to remember.` : ''}
          {...field('password')}
        />
        <Button type="submit" variant="filled" size="lg" busy={busy}>
          {t`Continue`}
        </Button>
      </Form>
    </>
  );
}

function LinkUsed() {
  const { t } = useLingui();
  return (
    <>
      <h1>{t`This link no longer works`}</h1>
      <p className={styles.lead}>
        {t`This installation was already set up, or the server restarted and wrote a new link to its log.`}
      </p>
      <Link to="/login" className={buttonClass({ variant: 'filled', size: 'lg' })}>{t`Sign in`}</Link>
    </>
  );
}

/** The server's errors of single fields. */
function wrongFields(error: unknown): Partial<Values> {
  const names = ['name', 'email', 'password'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const message = fieldMessage(error, name);
      return message ? [[name, message]] : [];
    }),
  );
}
