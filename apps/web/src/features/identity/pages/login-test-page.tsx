import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import styles from '../components/identity.module.css';
import { SecondFactorQuestion } from '../components/second-factor-question.tsx';
import { identity } from '../data/browser-identity.ts';
import { useRedirectAfterSignIn } from '../data/redirect-after-sign-in.ts';

/** /login-test: plain forms for automated tests, on servers that were started with LOGIN_TEST=1 only. */
export function LoginTestPage() {
  const { t } = useLingui();
  const redirect = useRedirectAfterSignIn();
  const byPassword = useForm({
    initial: { email: '', password: '' },
    send: async ({ email, password }) => {
      await identity.signInWithPassword(email.trim(), password);
      await redirect();
    },
  });
  const byToken = useForm({
    initial: { token: '' },
    send: async ({ token }) => {
      await identity.signInWithCustomToken(token.trim());
      await redirect();
    },
  });
  return (
    <>
      <div>
        <h1>{t`Test sign-in`}</h1>
        <p className={styles.lead}>
          {t`For test accounts and automated tests. This page is available because the server was started with LOGIN_TEST=1. Everyone else signs in elsewhere.`}
        </p>
      </div>
      <Form onSubmit={byPassword.submit}>
        <FormError>{byPassword.problem}</FormError>
        <TextField label={t`Email`} type="email" autoComplete="off" {...byPassword.text('email')} />
        <PasswordField label={t`Password`} autoComplete="off" {...byPassword.text('password')} />
        <Button type="submit" variant="filled" busy={byPassword.busy}>{t`Sign in`}</Button>
      </Form>
      <Form onSubmit={byToken.submit}>
        <FormError>{byToken.problem}</FormError>
        <TextField
          label={t`Custom token`}
          autoComplete="off"
          help={t`Signed by a key that the operator registered.`}
          {...byToken.text('token')}
        />
        <Button type="submit" busy={byToken.busy}>{t`Sign in by token`}</Button>
      </Form>
      <SecondFactorQuestion />
    </>
  );
}
