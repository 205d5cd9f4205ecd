import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { type FieldErrors, useForm } from '../../../ui/use-form.ts';
import { useAuthConfig } from '../data/auth-config.ts';
import { identity } from '../data/browser-identity.ts';
import { invitationInNext } from '../data/invitation-in-next.ts';
import { rememberMethod } from '../data/last-method.ts';
import { useRedirectAfterSignIn } from '../data/redirect-after-sign-in.ts';
import { signInProblemOf } from '../data/sign-in-problem.ts';
import { type EmailStep, EmailSteps } from './email-steps.tsx';
import styles from './identity.module.css';
import { useSignInProblemText } from './use-sign-in-problem-text.ts';

const empty = { name: '', email: '', password: '' };

/** Signs up a new user: where sign-up is open, or by an invitation (`next` names it). */
export function SignUpForm({ next, email: known }: { next: string | undefined; email: string }) {
  const { t } = useLingui();
  const words = useSignInProblemText();
  const redirect = useRedirectAfterSignIn();
  const config = useAuthConfig();
  const invitation = invitationInNext(next);
  const minLength = config?.password_policy.min_length;
  const [emailStep, setEmailStep] = useState<EmailStep | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  const form = useForm({
    initial: { ...empty, email: known },
    check: (values) => {
      const missing: FieldErrors<typeof empty> = {};
      if (values.name.trim() === '') missing.name = t`Enter your name, as your team knows you.`;
      if (values.email.trim() === '') missing.email = t`Enter your email address; you sign in with it.`;
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
          await redirect(next);
          return;
        }
        const from = config?.methods.includes('email_code') ? 'mail' : 'operator';
        setEmailStep({ kind: 'code', email: email.trim(), handle: sent.handle, from, purpose: 'sign-up' });
      } catch (error) {
        // Field errors are shown at the field; others here.
        if (error instanceof ApiError && error.data.length > 0) throw error;
        if (error instanceof ApiError && error.code === 'account_exists') setRefused(error.message);
        else setRefused(words(signInProblemOf(error)));
      }
    },
  });

  if (emailStep !== null) {
    return <EmailSteps step={emailStep} next={next} onStep={setEmailStep} onBack={() => setEmailStep(null)} />;
  }
  if (config?.sign_up === 'invite-only' && invitation === undefined) return <Closed />;
  return (
    <>
      <h1>{t`Create an account`}</h1>
      <Form onSubmit={form.submit}>
        <FormError>{form.problem ?? refused}</FormError>
        <TextField label={t`Your name`} autoComplete="name" large {...form.text('name')} />
        <TextField label={t`Email`} type="email" autoComplete="username" large {...form.text('email')} />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          large
          help={minLength ? t`At least ${minLength} characters. Tip: a short phrase is easier to remember.` : ''}
          {...form.text('password')}
        />
        <Button type="submit" variant="filled" size="lg" busy={form.busy}>
          {t`Continue`}
        </Button>
      </Form>
      <p className={styles.quiet}>
        {t`Already have an account?`} <Link to="/login" search={next === undefined ? {} : { next }}>{t`Sign in`}</Link>
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
          {t`New accounts need an invitation. Ask a member of your team to send you one, and open its link.`}
        </p>
      </div>
      <Link to="/login" className={buttonClass({ variant: 'filled', size: 'lg' })}>{t`Sign in`}</Link>
    </>
  );
}
