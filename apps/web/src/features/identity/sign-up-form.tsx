import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../platform/errors.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { type FieldErrors, useForm } from '../../ui/use-form.ts';
import { useAuthConfig } from './auth-config.ts';
import { identity } from './browser-identity.ts';
import { useLand } from './enter.ts';
import styles from './identity.module.css';
import { invitationInNext } from './invitation-in-next.ts';
import { rememberMethod } from './last-method.ts';
import { type LetterStep, LetterSteps } from './letter-steps.tsx';
import { signInProblemOf } from './sign-in-problem.ts';
import { useSignInWords } from './use-sign-in-words.ts';

const empty = { name: '', email: '', password: '' };

/** A new person: where sign-up is open, or by an invitation (`next` names it). */
export function SignUpForm({ next, email: known }: { next: string | undefined; email: string }) {
  const { t } = useLingui();
  const words = useSignInWords();
  const land = useLand();
  const config = useAuthConfig();
  const invitation = invitationInNext(next);
  const minLength = config?.password_policy.min_length;
  const [letter, setLetter] = useState<LetterStep | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  const form = useForm({
    initial: { ...empty, email: known },
    check: (values) => {
      const missing: FieldErrors<typeof empty> = {};
      if (values.name.trim() === '') missing.name = t`Enter your name, as your team knows you.`;
      if (values.email.trim() === '') missing.email = t`Enter your e-mail address; you sign in with it.`;
      if (values.password === '') missing.password = t`Choose a password.`;
      else if (minLength && [...values.password].length < minLength)
        missing.password = t`Use at least ${minLength} characters.`;
      return missing;
    },
    async send({ name, email, password }) {
      setRefused(null);
      try {
        const sent = await identity.signUp({ name: name.trim(), email: email.trim(), password, invitation });
        if (sent === null) {
          rememberMethod('password');
          await land(next);
          return;
        }
        const from = config?.methods.includes('email_code') ? 'mail' : 'operator';
        setLetter({ kind: 'code', email: email.trim(), handle: sent.handle, from, purpose: 'sign-up' });
      } catch (error) {
        // What names a field is shown there; the rest has words of its own here.
        if (error instanceof ApiError && error.data.length > 0) throw error;
        if (error instanceof ApiError && error.code === 'account_exists') setRefused(error.message);
        else setRefused(words(signInProblemOf(error)));
      }
    },
  });

  if (letter !== null) {
    return <LetterSteps step={letter} next={next} onStep={setLetter} onBack={() => setLetter(null)} />;
  }
  if (config?.sign_up === 'invite-only' && invitation === undefined) return <Closed />;
  return (
    <>
      <h1>{t`Create an account`}</h1>
      <Form onSubmit={form.submit}>
        <FormError>{form.problem ?? refused}</FormError>
        <TextField label={t`Your name`} autoComplete="name" large {...form.text('name')} />
        <TextField label={t`E-mail`} type="email" autoComplete="username" large {...form.text('email')} />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          large
          help={
            minLength ? t`At least ${minLength} characters. A few words are easier to keep in mind than signs.` : ''
          }
          {...form.text('password')}
        />
        <Button type="submit" variant="filled" size="lg" busy={form.busy}>
          {t`Continue`}
        </Button>
      </Form>
      <p className={styles.quiet}>
        {t`Signed up before?`} <Link to="/login" search={next === undefined ? {} : { next }}>{t`Sign in`}</Link>
      </p>
    </>
  );
}

function Closed() {
  const { t } = useLingui();
  return (
    <>
      <div>
        <h1>{t`You need an invitation`}</h1>
        <p className={styles.lead}>
          {t`New people come into this installation by invitation. Ask somebody of your team to send you one, and open its link.`}
        </p>
      </div>
      <Link to="/login" className={buttonClass({ variant: 'filled', size: 'lg' })}>{t`Sign in`}</Link>
    </>
  );
}
