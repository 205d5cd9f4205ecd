import { useLingui } from '@lingui/react/macro';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { session } from '../../../platform/browser-session.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { waitText } from '../../../ui/error-messages.ts';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { type AuthConfig, useAuthConfig } from '../data/auth-config.ts';
import { identity } from '../data/browser-identity.ts';
import { invitationInNext } from '../data/invitation-in-next.ts';
import { lastMethod, rememberMethod } from '../data/last-method.ts';
import { passkeyPlaceOfPage } from '../data/passkey-place.ts';
import { useRedirectAfterSignIn } from '../data/redirect-after-sign-in.ts';
import { signInProblemOf } from '../data/sign-in-problem.ts';
import { useCountdown } from '../data/use-countdown.ts';
import type { EmailStep } from './email-steps.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import styles from './identity.module.css';
import { useSignInProblemText } from './use-sign-in-problem-text.ts';

const EmailSteps = lazyComponent(() => import('./email-steps.tsx').then((module) => module.EmailSteps));

const PasskeySignIn = lazyComponent(() => import('./passkey-sign-in.tsx').then((module) => module.PasskeySignIn), {
  fallback: null,
  optional: true,
});

type FormErrors = { email?: string; password?: string; form?: string };

/** Email first, then password, email code or provider, as configured. */
export function SignInForm({ next, email: known }: { next: string | undefined; email: string }) {
  const config = useAuthConfig();
  const [email, setEmail] = useState(known);
  const [emailStep, setEmailStep] = useState<EmailStep | null>(null);
  if (emailStep !== null) {
    return (
      <Suspense>
        <EmailSteps step={emailStep} next={next} onStep={setEmailStep} onBack={() => setEmailStep(null)} />
      </Suspense>
    );
  }
  if (config !== null && config.methods.length === 0) return <NoSignInMethod />;
  return (
    <>
      <Title />
      <SignInMethods config={config} next={next} email={email} onEmail={setEmail} onEmailSent={setEmailStep} />
    </>
  );
}

function Title() {
  const { t } = useLingui();
  return <h1>{t`Sign in`}</h1>;
}

type SignInMethodsProps = {
  config: AuthConfig | null;
  next: string | undefined;
  email: string;
  onEmail: (email: string) => void;
  onEmailSent: (step: EmailStep) => void;
};

/** All configured sign-in methods on one page. */
export function SignInMethods({ config, next, email, onEmail, onEmailSent }: SignInMethodsProps) {
  const { t } = useLingui();
  const form = usePasswordForm(email, next);
  const emailSteps = useEmailSteps(email, onEmailSent, form.setErrors);
  const offers = (method: AuthConfig['methods'][number]) => config?.methods.includes(method) === true;
  const byEmail = offers('email_code') || offers('email_link');
  const last = lastMethod();
  const byPasskey = config !== null && passkeyPlaceOfPage(config.passkey_origin) === 'here';
  const several = byEmail || byPasskey || offers('provider');
  const tag = (method: string) => several && last === method && <Badge tone="info">{t`Last used`}</Badge>;

  return (
    <>
      <Form onSubmit={form.submit}>
        <FormError>{form.errors.form}</FormError>
        <TextField
          label={t`Email`}
          type="email"
          name="email"
          autoComplete="username"
          large
          value={email}
          error={form.errors.email}
          onChange={(event) => onEmail(event.target.value)}
        />
        <PasswordField
          label={t`Password`}
          note={several && last === 'password' ? t`Last used` : undefined}
          name="password"
          autoComplete="current-password"
          large
          value={form.password}
          error={form.errors.password && withAlternative(form.errors.password, byEmail && t`Or get a code by email.`)}
          onChange={(event) => form.setPassword(event.target.value)}
        />
        <Button type="submit" variant="filled" size="lg" busy={form.busy} blocked={form.waitS > 0}>
          {form.waitS > 0 ? t`Sign in again in ${waitText(form.waitS)}` : t`Sign in`}
        </Button>
        {offers('email_code') && (
          <Button size="lg" busy={emailSteps.busy === 'code'} onClick={() => void emailSteps.send('code')}>
            <IconMail {...smallIcon} />
            {t`Email me a code`} {tag('email_code')}
          </Button>
        )}
        {offers('email_link') && (
          <Button size="lg" busy={emailSteps.busy === 'link'} onClick={() => void emailSteps.send('link')}>
            <IconMail {...smallIcon} />
            {t`Email me a link`} {tag('email_link')}
          </Button>
        )}
      </Form>
      {byPasskey && <PasskeySignIn next={next} tag={tag('passkey')} />}
      {config !== null && config.providers.length > 0 && (
        <Providers config={config} next={next} tag={(id) => tag(`provider:${id}`)} />
      )}
      {config !== null && !byEmail && (
        <ForgotPassword email={email} onEmailMissing={emailSteps.missing} onEmailSent={onEmailSent} />
      )}
      <NewHere config={config} next={next} />
    </>
  );
}

/** Users whose session the server ended come here without having asked for it. */
function whyHere(): FormErrors {
  const form = session.endedBecause();
  return form === null ? {} : { form };
}

/** The state of the password form: values, errors, wait time. */
function usePasswordForm(email: string, next: string | undefined) {
  const { t } = useLingui();
  const words = useSignInProblemText();
  const redirect = useRedirectAfterSignIn();
  const countdown = useCountdown();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FormErrors>(whyHere);
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    if (countdown.left > 0) return;
    const missing: FormErrors = {};
    if (email.trim() === '') missing.email = t`Enter your email address.`;
    if (password === '') missing.password = t`Enter your password.`;
    setErrors(missing);
    if (missing.email || missing.password) return;
    setBusy(true);
    try {
      await identity.signInWithPassword(email.trim(), password);
      rememberMethod('password');
      await redirect(next);
    } catch (error) {
      const problem = signInProblemOf(error);
      if (problem.kind === 'throttled' || problem.kind === 'busy') countdown.start(problem.seconds);
      setErrors(problem.kind === 'wrong-password' ? { password: words(problem) } : { form: words(problem) });
    } finally {
      setBusy(false);
    }
  };
  return { password, setPassword, errors, setErrors, busy, submit, waitS: countdown.left };
}

/** Requests an email with a code or a link. */
function useEmailSteps(email: string, onEmailSent: (step: EmailStep) => void, setErrors: (errors: FormErrors) => void) {
  const { t } = useLingui();
  const words = useSignInProblemText();
  const [busy, setBusy] = useState<'code' | 'link' | null>(null);
  const missing = () => setErrors({ email: t`Enter your email address first.` });
  const send = async (kind: 'code' | 'link') => {
    const address = email.trim();
    if (address === '') return missing();
    setBusy(kind);
    setErrors({});
    try {
      if (kind === 'link') {
        await identity.sendEmailLink(address);
        onEmailSent({ kind: 'link', email: address });
      } else {
        const { handle } = await identity.sendCode(address);
        onEmailSent({ kind: 'code', email: address, handle, from: 'mail' });
      }
    } catch (error) {
      setErrors({ form: words(signInProblemOf(error)) });
    } finally {
      setBusy(null);
    }
  };
  return { busy, send, missing };
}

function Providers(props: { config: AuthConfig; next: string | undefined; tag: (id: string) => ReactNode }) {
  const { t } = useLingui();
  const { config, next, tag } = props;
  return (
    <>
      <p className={styles.or}>{t`or`}</p>
      {config.providers.map(({ id, name }) => (
        <Link
          key={id}
          to="/login-redirect"
          search={next === undefined ? { provider: id } : { provider: id, next }}
          className={`${buttonClass({ size: 'lg' })} ${styles.provider}`}
        >
          <span>{t`Continue with ${name}`}</span> {tag(id)}
        </Link>
      ))}
    </>
  );
}

/** For users without an account: sign up where that is open or with an invitation, else whom to ask. */
function NewHere({ config, next }: { config: AuthConfig | null; next: string | undefined }) {
  const { t } = useLingui();
  if (config === null) return null;
  if (config.sign_up === 'invite-only' && invitationInNext(next) === undefined) {
    return <p className={styles.quiet}>{t`No account yet? Ask a member of your team to invite you.`}</p>;
  }
  return (
    <p className={styles.quiet}>
      {t`No account yet?`}{' '}
      <Link to="/login" search={next === undefined ? { sign_up: 1 } : { sign_up: 1, next }}>{t`Create one`}</Link>
    </p>
  );
}

function NoSignInMethod() {
  const { t } = useLingui();
  return (
    <>
      <h1>{t`No sign-in methods yet`}</h1>
      <p className={styles.lead}>
        {t`No sign-in method is set up. The server’s operator sets SMTP_URL for codes by email, or OIDC_PROVIDERS for a provider, and restarts the server.`}
      </p>
    </>
  );
}

function withAlternative(words: string, wayOut: string | false): string {
  return wayOut === false ? words : `${words} ${wayOut}`;
}
