import { useLingui } from '@lingui/react/macro';
import { IconLink, IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { smallIcon } from '../../ui/icon.ts';
import { waitWords } from '../../ui/request-words.ts';
import { type AuthConfig, useAuthConfig } from './auth-config.ts';
import { identity } from './browser-identity.ts';
import { useLand } from './enter.ts';
import styles from './identity.module.css';
import { invitationInNext } from './invitation-in-next.ts';
import { lastMethod, rememberMethod } from './last-method.ts';
import type { LetterStep } from './letter-steps.tsx';
import { signInProblemOf } from './sign-in-problem.ts';
import { useCountdown } from './use-countdown.ts';
import { useSignInWords } from './use-sign-in-words.ts';

const LetterSteps = lazyPart(() => import('./letter-steps.tsx').then((module) => module.LetterSteps));
const ForgottenPassword = lazyPart(() => import('./forgotten-password.tsx').then((module) => module.ForgottenPassword));

type Wrong = { email?: string; password?: string; form?: string };

/** E-mail first, then a password, a letter or a provider: whatever this installation offers. */
export function SignInForm({ next, email: known }: { next: string | undefined; email: string }) {
  const config = useAuthConfig();
  const [email, setEmail] = useState(known);
  const [letter, setLetter] = useState<LetterStep | null>(null);
  if (letter !== null) {
    return (
      <Suspense>
        <LetterSteps step={letter} next={next} onStep={setLetter} onBack={() => setLetter(null)} />
      </Suspense>
    );
  }
  if (config !== null && config.methods.length === 0) return <NoWay />;
  return (
    <>
      <Title />
      <Ways config={config} next={next} email={email} onEmail={setEmail} onLetter={setLetter} />
    </>
  );
}

function Title() {
  const { t } = useLingui();
  return <h1>{t`Sign in`}</h1>;
}

type WaysProps = {
  config: AuthConfig | null;
  next: string | undefined;
  email: string;
  onEmail: (email: string) => void;
  onLetter: (step: LetterStep) => void;
};

/** All ways on one page, as far as they are offered. */
export function Ways({ config, next, email, onEmail, onLetter }: WaysProps) {
  const { t } = useLingui();
  const form = usePasswordForm(email, next);
  const letters = useLetters(email, onLetter, form.setWrong);
  const offers = (method: AuthConfig['methods'][number]) => config?.methods.includes(method) === true;
  const byLetter = offers('email_code') || offers('email_link');
  const last = lastMethod();
  const several = byLetter || offers('provider');
  const tag = (method: string) => several && last === method && <Badge tone="info">{t`Last used`}</Badge>;

  return (
    <>
      <Form onSubmit={form.submit}>
        <FormError>{form.wrong.form}</FormError>
        <TextField
          label={t`E-mail`}
          type="email"
          name="email"
          autoComplete="username"
          large
          value={email}
          error={form.wrong.email}
          onChange={(event) => onEmail(event.target.value)}
        />
        <PasswordField
          label={t`Password`}
          note={several && last === 'password' ? t`Last used` : undefined}
          name="password"
          autoComplete="current-password"
          large
          value={form.password}
          error={form.wrong.password && withWayOut(form.wrong.password, byLetter && t`Or get a code by e-mail.`)}
          onChange={(event) => form.setPassword(event.target.value)}
        />
        <Button type="submit" variant="filled" size="lg" busy={form.busy} blocked={form.waitS > 0}>
          {form.waitS > 0 ? t`Sign in again in ${waitWords(form.waitS)}` : t`Sign in`}
        </Button>
        {offers('email_code') && (
          <Button size="lg" busy={letters.busy === 'code'} onClick={() => void letters.send('code')}>
            <IconMail {...smallIcon} />
            {t`E-mail me a code`} {tag('email_code')}
          </Button>
        )}
        {offers('email_link') && (
          <Button size="lg" busy={letters.busy === 'link'} onClick={() => void letters.send('link')}>
            <IconLink {...smallIcon} />
            {t`E-mail me a link`} {tag('email_link')}
          </Button>
        )}
      </Form>
      {config !== null && config.providers.length > 0 && (
        <Providers config={config} next={next} tag={(id) => tag(`provider:${id}`)} />
      )}
      {config !== null && !byLetter && (
        <Suspense>
          <ForgottenPassword email={email} onEmailMissing={letters.missing} onLetter={onLetter} />
        </Suspense>
      )}
      <NewHere config={config} next={next} />
    </>
  );
}

/** Signing in by password: what was typed, what is wrong with it, how long to wait. */
function usePasswordForm(email: string, next: string | undefined) {
  const { t } = useLingui();
  const words = useSignInWords();
  const land = useLand();
  const countdown = useCountdown();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    if (countdown.left > 0) return;
    const missing: Wrong = {};
    if (email.trim() === '') missing.email = t`Enter your e-mail address.`;
    if (password === '') missing.password = t`Enter your password.`;
    setWrong(missing);
    if (missing.email || missing.password) return;
    setBusy(true);
    try {
      await identity.signInWithPassword(email.trim(), password);
      rememberMethod('password');
      await land(next);
    } catch (error) {
      const problem = signInProblemOf(error);
      if (problem.kind === 'throttled' || problem.kind === 'busy') countdown.start(problem.seconds);
      setWrong(problem.kind === 'wrong-password' ? { password: words(problem) } : { form: words(problem) });
    } finally {
      setBusy(false);
    }
  };
  return { password, setPassword, wrong, setWrong, busy, submit, waitS: countdown.left };
}

/** Asking for a letter with a code or a link. */
function useLetters(email: string, onLetter: (step: LetterStep) => void, setWrong: (wrong: Wrong) => void) {
  const { t } = useLingui();
  const words = useSignInWords();
  const [busy, setBusy] = useState<'code' | 'link' | null>(null);
  const missing = () => setWrong({ email: t`Enter your e-mail address first.` });
  const send = async (kind: 'code' | 'link') => {
    const address = email.trim();
    if (address === '') return missing();
    setBusy(kind);
    setWrong({});
    try {
      if (kind === 'link') {
        await identity.sendEmailLink(address);
        onLetter({ kind: 'link', email: address });
      } else {
        const { handle } = await identity.sendCode(address);
        onLetter({ kind: 'code', email: address, handle, from: 'mail' });
      }
    } catch (error) {
      setWrong({ form: words(signInProblemOf(error)) });
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

/** For who has no account: sign up where that is open or an invitation brought them, else whom to ask. */
function NewHere({ config, next }: { config: AuthConfig | null; next: string | undefined }) {
  const { t } = useLingui();
  if (config === null) return null;
  if (config.sign_up === 'invite-only' && invitationInNext(next) === undefined) {
    return <p className={styles.quiet}>{t`No account yet? Ask somebody of your team to invite you.`}</p>;
  }
  return (
    <p className={styles.quiet}>
      {t`No account yet?`}{' '}
      <Link to="/login" search={next === undefined ? { sign_up: 1 } : { sign_up: 1, next }}>{t`Create one`}</Link>
    </p>
  );
}

function NoWay() {
  const { t } = useLingui();
  return (
    <>
      <h1>{t`Nobody can sign in yet`}</h1>
      <p className={styles.lead}>
        {t`This installation offers no way to sign in. Whoever runs the server sets SMTP_URL for codes by e-mail, or OIDC_PROVIDERS for a provider, and starts it again.`}
      </p>
    </>
  );
}

function withWayOut(words: string, wayOut: string | false): string {
  return wayOut === false ? words : `${words} ${wayOut}`;
}
