import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { safeNext } from '../../../platform/addresses.ts';
import { session } from '../../../platform/browser-session.ts';
import { systemClock } from '../../../platform/clock.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import styles from '../components/identity.module.css';
import { useSignInErrorText } from '../components/use-sign-in-problem-text.ts';
import { flows, identity } from '../data/browser-identity.ts';
import { invitationInNext } from '../data/invitation-in-next.ts';
import { useRedirectAfterSignIn } from '../data/redirect-after-sign-in.ts';

/** Milliseconds until the page shows a title, and until it shows the provider's URL as a link. */
const titleAfterMs = 400;
const linkAfterMs = 3000;

type ProviderRequest = { provider: string; link: boolean; next: string | undefined };

/**
 * /login-redirect: to a provider (`?provider=…`), and back from a failed one (`?error=…`). Without either it redirects
 * to where the user belongs.
 */
export function LoginRedirectPage() {
  const { provider, error, next, link } = useSearch({ strict: false });
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt(attempt + 1);
  const wanted = typeof next === 'string' ? next : undefined;
  if (typeof error === 'string') return <ProviderFailed error={error} provider={text(provider)} />;
  if (typeof provider === 'string' && provider !== '') {
    return <ToProvider key={attempt} provider={provider} link={link !== undefined} next={wanted} onAgain={again} />;
  }
  return <RedirectHome next={wanted} />;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function ToProvider({ provider, link, next, onAgain }: ProviderRequest & { onAgain: () => void }) {
  const { t } = useLingui();
  const words = useSignInErrorText();
  const [address, setAddress] = useState<string | null>(null);
  const [waitedMs, setWaitedMs] = useState(0);
  const [problem, setProblem] = useState<unknown>(null);

  useEffect(() => {
    let here = true;
    const timers = [titleAfterMs, linkAfterMs].map((ms) => systemClock.setTimer(() => setWaitedMs(ms), ms));
    beginSignIn({ provider, link, next }).then(
      (found) => {
        if (!here) return;
        setAddress(found);
        window.location.assign(found);
      },
      (error: unknown) => here && setProblem(error),
    );
    return () => {
      here = false;
      for (const timer of timers) systemClock.clearTimer(timer);
    };
  }, [provider, link, next]);

  if (problem !== null) {
    return (
      <>
        <h1>{t`Couldn’t open your provider`}</h1>
        <p role="alert">{words(problem)}</p>
        <NextActions next={next} onAgain={onAgain} back={link} />
      </>
    );
  }
  return (
    <div role="status">
      {waitedMs >= titleAfterMs && <h1>{t`Taking you to sign in`}</h1>}
      {waitedMs >= linkAfterMs && address !== null && (
        <p className={styles.lead}>
          {t`This is taking longer than expected.`} <a href={address}>{t`Go there now`}</a>
        </p>
      )}
    </div>
  );
}

/** Calls the server first, so that this page reports an unreachable server, not the browser. */
async function beginSignIn({ provider, link, next }: ProviderRequest): Promise<string> {
  await identity.config();
  if (link) return identity.beginLinking(provider, safeNext(next) ?? '/settings/personal');
  return identity.beginProvider(provider, { next, invitation: invitationInNext(next) });
}

/** The provider returned an error, or the user cancelled there. */
function ProviderFailed({ error, provider }: { error: string; provider: string | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [flow] = useState(() => flows.read());
  const words: Record<string, string> = {
    cancelled: t`You cancelled at the provider. Nothing has changed.`,
    expired: t`The sign-in took longer than ten minutes, or the page was opened twice. Start again.`,
    failed: t`The provider’s response couldn’t be verified. Try again; if the problem persists, tell the server’s operator.`,
    'unknown-provider': t`This provider is not set up here. Sign in another way.`,
  };
  const again = provider ?? flow?.provider ?? null;
  const next = flow?.next;
  const linking = flow?.purpose === 'link';
  const retry = () => {
    if (again === null) return;
    const search = { provider: again, ...(next && { next }), ...(linking && { link: 1 }) };
    void navigate({ to: '/login-redirect', search, replace: true });
  };
  const mayRetry = again !== null && error !== 'unknown-provider';
  return (
    <>
      <div>
        <h1>{linking ? t`The provider was not connected` : t`You are not signed in`}</h1>
        <p className={styles.lead}>{words[error] ?? words['failed']}</p>
      </div>
      <NextActions next={next} onAgain={mayRetry ? retry : undefined} back={linking} />
    </>
  );
}

function NextActions({ next, onAgain, back }: { next: string | undefined; onAgain?: () => void; back?: boolean }) {
  const { t } = useLingui();
  const other = buttonClass({ variant: onAgain ? 'outlined' : 'filled' });
  return (
    <p className={styles.actions}>
      {onAgain && <Button variant="filled" autoFocus onClick={onAgain}>{t`Try again`}</Button>}
      {back ? (
        <Link to="/settings/personal" className={other}>{t`Back to your settings`}</Link>
      ) : (
        <Link to="/login" search={next === undefined ? {} : { next }} className={other}>{t`Sign in another way`}</Link>
      )}
    </p>
  );
}

function RedirectHome({ next }: { next: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const redirect = useRedirectAfterSignIn();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (session.state().status === 'signed-out')
      void navigate({ to: '/login', search: next ? { next } : {}, replace: true });
    else void redirect(next);
  });
  return <p role="status">{t`One moment`}</p>;
}
