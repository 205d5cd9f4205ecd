import { useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconCheck, IconLoader2 } from '@tabler/icons-react';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { session } from '../../../platform/browser-session.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { publishProfile } from '../../../platform/profile.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { ConfirmEmailLink } from '../components/confirm-email-link.tsx';
import styles from '../components/identity.module.css';
import type { ProviderNeed } from '../components/provider-needed.tsx';
import { SecondFactorQuestion } from '../components/second-factor-question.tsx';
import type { TwoStepNeed } from '../components/two-step-needed.tsx';
import { useSignInErrorText } from '../components/use-sign-in-problem-text.ts';
import {
  accountDemandingProvider,
  accountDemandingTwoStep,
  arrivalOf,
  needsNewClaims,
  routeAfterSignIn,
  type SignInArrival,
} from '../data/after-sign-in.ts';
import { flows, identity } from '../data/browser-identity.ts';
import type { CurrentUser } from '../data/identity-client.ts';
import { rememberMethod } from '../data/last-method.ts';
import { signInProblemOf } from '../data/sign-in-problem.ts';

const ProviderNeeded = lazyComponent(
  () => import('../components/provider-needed.tsx').then((module) => module.ProviderNeeded),
  { fallback: null },
);
const TwoStepNeeded = lazyComponent(
  () => import('../components/two-step-needed.tsx').then((module) => module.TwoStepNeeded),
  { fallback: null },
);

type StepName = 'proof' | 'account' | 'open';
/** The running step, or the failed one with its error. */
type Progress = { step: StepName; error?: unknown };

/** /loggedin: completes a sign-in by link, provider or custom token, and redirects to where the user belongs. */
export function LoggedInPage() {
  const search = useSearch({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const found = arrivalOf(search, hash);
  // Read at the first render: one-time tokens leave the URL before they are used. Only a new one replaces it.
  const [arrival, setArrival] = useState(found);
  if (found.kind !== 'session' && !isSame(found, arrival)) setArrival(found);
  const next = typeof search.next === 'string' ? search.next : undefined;
  return (
    <>
      <Arrived key={JSON.stringify(arrival)} arrival={arrival} next={next} />
      <SecondFactorQuestion />
    </>
  );
}

function isSame(one: SignInArrival, other: SignInArrival): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Asks first where opening the URL must not be enough. */
function Arrived({ arrival, next }: { arrival: SignInArrival; next: string | undefined }) {
  const [agreed, setAgreed] = useState(
    arrival.kind === 'session' || arrival.kind === 'handoff' || (arrival.kind === 'custom-token' && !isSignedIn()),
  );
  if (!agreed) return <ConfirmEmailLink onAgree={() => setAgreed(true)} />;
  return <SignInProgress arrival={arrival} next={next} />;
}

function isSignedIn(): boolean {
  return session.state().status !== 'signed-out';
}

function SignInProgress({ arrival, next }: { arrival: SignInArrival; next: string | undefined }) {
  const { t } = useLingui();
  const { progress, provider, twoStep, again } = useSignInSteps(arrival, next);
  const words = useSignInErrorText();
  const [linking] = useState(() => arrival.kind === 'handoff' && flows.read()?.purpose === 'link');
  const taken = linking && signInProblemOf(progress.error).kind === 'other-credential';
  const isOther = arrival.kind === 'handoff' && isSignedIn() && signInProblemOf(progress.error).kind === 'closed';
  const lines: Record<StepName, string> = {
    proof: t`Checking your sign-in`,
    account: t`Loading your accounts`,
    open: t`Opening Parley`,
  };
  const steps: StepName[] = arrival.kind === 'session' ? ['account', 'open'] : ['proof', 'account', 'open'];
  const at = steps.indexOf(progress.step);
  const failed = 'error' in progress;
  if (provider !== null) return <ProviderNeeded {...provider} />;
  if (twoStep !== null) return <TwoStepNeeded {...twoStep} />;
  return (
    <>
      <h1>{failed ? t`Sign-in stopped` : t`Signing you in`}</h1>
      <ol className={styles.progress} aria-live="polite">
        {steps.slice(0, at + 1).map((step, index) => (
          <li key={step} data-state={index < at ? 'done' : failed ? 'failed' : 'now'}>
            {index < at && <IconCheck {...smallIcon} />}
            {index === at && failed && <IconAlertCircle {...smallIcon} />}
            {index === at && !failed && <IconLoader2 {...smallIcon} />}
            <span>
              {lines[step]}
              {index < at && <span className="visually-hidden"> {t`done`}</span>}
            </span>
          </li>
        ))}
      </ol>
      {failed && (
        <>
          <p role="alert">
            {taken
              ? t`This account of the provider is connected to another user here.`
              : isOther
                ? t`At the provider, somebody is signed in who has no account here. Sign out there, then try again.`
                : words(progress.error)}
          </p>
          <FailedStep error={progress.error} next={next} onAgain={again} />
        </>
      )}
    </>
  );
}

/** The actions after a failure: try again after network errors, else sign in another way. */
function FailedStep({ error, next, onAgain }: { error: unknown; next: string | undefined; onAgain: () => void }) {
  const { t } = useLingui();
  const { kind } = signInProblemOf(error);
  const passing = kind === 'offline' || kind === 'no-answer' || kind === 'busy' || kind === 'throttled';
  const search = next === undefined ? {} : { next };
  return (
    <p className={styles.actions}>
      {passing && <Button variant="filled" onClick={onAgain}>{t`Try again`}</Button>}
      {isSignedIn() && !passing && (
        <Link
          to="/settings/personal"
          className={buttonClass({ variant: 'filled' })}
        >{t`Stay signed in as this user`}</Link>
      )}
      {!isSignedIn() && (
        <Link to="/login" search={search} className={buttonClass({ variant: passing ? 'outlined' : 'filled' })}>
          {kind === 'dead-link' ? t`Get a new link` : t`Go to sign-in`}
        </Link>
      )}
    </p>
  );
}

/** Runs the steps one after another; `again` retries the failed one. */
function useSignInSteps(
  arrival: SignInArrival,
  next: string | undefined,
): { progress: Progress; provider: ProviderNeed | null; twoStep: TwoStepNeed | null; again: () => void } {
  const navigate = useNavigate();
  const wanted = useRef(next);
  const [progress, setProgress] = useState<Progress>({ step: arrival.kind === 'session' ? 'account' : 'proof' });
  const [provider, setProvider] = useState<ProviderNeed | null>(null);
  const [twoStep, setTwoStep] = useState<TwoStepNeed | null>(null);
  const running = useRef(false);
  // A pending redirect may open this page again during the sign-in: each visit runs the steps.
  const visit = useLocation({ select: (location) => location.state.__TSR_key ?? '' });
  const [, setEnded] = useState(0);
  // After a failure nothing runs until the user retries.
  const stopped = useRef(false);

  const go = async () => {
    if (running.current) return;
    running.current = true;
    stopped.current = false;
    let { step } = progress;
    const at = (name: StepName) => {
      step = name;
      setProgress({ step: name });
    };
    try {
      at(step);
      if (step === 'proof') {
        if (arrival.kind !== 'link') hideFromAddress(next);
        wanted.current = (await verifyArrival(arrival)) ?? next;
        at('account');
      }
      await openAccount(navigate, wanted.current, {
        signInWithProvider: setProvider,
        setUpTwoStep: (need) =>
          new Promise<void>((resolve) => setTwoStep({ ...need, onDone: resolve })).finally(() => setTwoStep(null)),
        onFound: () => at('open'),
      });
    } catch (error) {
      stopped.current = true;
      setProgress({ step, error });
    } finally {
      running.current = false;
      setEnded((count) => count + 1);
    }
  };
  const startedFor = useRef<string>(undefined);
  useEffect(() => {
    if (running.current || stopped.current || startedFor.current === visit) return;
    startedFor.current = visit;
    void go();
  });
  return { progress, provider, twoStep, again: () => void go() };
}

type Navigate = ReturnType<typeof useNavigate>;

/** Redirects the signed-in user to where they belong. */
async function openAccount(
  navigate: Navigate,
  next: string | undefined,
  steps: {
    signInWithProvider: (need: ProviderNeed) => void;
    setUpTwoStep: (need: Omit<TwoStepNeed, 'onDone'>) => Promise<void>;
    onFound: () => void;
  },
): Promise<void> {
  const claims = currentClaims();
  if (claims === null) return navigate({ to: '/login', search: next ? { next } : {}, replace: true });
  const currentUser = await loadCurrentUser();
  const withProvider = currentUser && accountDemandingProvider(currentClaims() ?? claims, currentUser);
  if (currentUser !== null && withProvider?.needs_provider) {
    const { user, accounts } = currentUser;
    const provider = withProvider.needs_provider;
    const connected = user.providerData.some(({ providerId }) => providerId === provider.id);
    const [account, hasOtherAccounts] = [withProvider.name, accounts.length > 1];
    // It goes on with the provider's answer, in a new page.
    return steps.signInWithProvider({ account, provider, connected, email: user.email, hasOtherAccounts, next });
  }
  const demanding = currentUser && accountDemandingTwoStep(currentClaims() ?? claims, currentUser);
  if (demanding) {
    await steps.setUpTwoStep({ account: demanding.name, hasOtherAccounts: currentUser.accounts.length > 1 });
  }
  steps.onFound();
  await navigate({ href: routeAfterSignIn(currentClaims() ?? claims, currentUser, next), replace: true });
}

/** Removes one-time tokens from the URL, so that a reload does not use them again and no one reads them. */
function hideFromAddress(next: string | undefined): void {
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
  window.history.replaceState(window.history.state, '', `/loggedin${query}`);
}

/** Signs in with the link, token or handoff. @returns where the user wanted to go, if this tab knows */
async function verifyArrival(arrival: SignInArrival): Promise<string | undefined> {
  if (arrival.kind === 'link') {
    await identity.signInWithEmailLink(arrival.link);
    rememberMethod('email_link');
  } else if (arrival.kind === 'custom-token') {
    await identity.signInWithCustomToken(arrival.token);
  } else if (arrival.kind === 'handoff') {
    const flow = flows.read();
    // Without a verifier the server refuses with a fitting error: started in another tab.
    await identity.signInWithProvider(arrival.handoff, flow ?? { purpose: 'sign-in', provider: '', verifier: '' });
    flows.forget();
    if (flow?.purpose === 'sign-in') rememberMethod(`provider:${flow.provider}`);
    return flow?.next;
  }
  return undefined;
}

/**
 * The user and their accounts. A user with an account continues without an answer.
 * @throws ApiError, NetworkError for a user without an account
 */
async function loadCurrentUser(): Promise<CurrentUser | null> {
  try {
    const currentUser = await identity.getUser();
    const claims = currentClaims();
    if (claims !== null && needsNewClaims(claims, currentUser)) await identity.refresh();
    const clientId = currentClaims()?.client_id ?? null;
    const account = currentUser.accounts.find(({ client_id }) => client_id === clientId);
    publishProfile({
      userName: currentUser.user.displayName,
      photoUrl: currentUser.user.photoURL,
      email: currentUser.user.email,
      accountName: account?.name ?? '',
    });
    return currentUser;
  } catch (error) {
    if (currentClaims()?.client_id) return null;
    throw error;
  }
}

function currentClaims() {
  const state = session.state();
  return state.status === 'signed-out' ? null : state.claims;
}
