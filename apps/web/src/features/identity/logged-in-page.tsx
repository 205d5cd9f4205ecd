import { useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconCheck, IconLoader2 } from '@tabler/icons-react';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { session } from '../../platform/browser-session.ts';
import { publishProfile } from '../../platform/profile.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { smallIcon } from '../../ui/icon.ts';
import { type Arrival, arrivalOf, needsNewClaims, routeAfterSignIn } from './after-sign-in.ts';
import type { Person } from './boundary.ts';
import { flows, identity } from './browser-identity.ts';
import styles from './identity.module.css';
import { rememberMethod } from './last-method.ts';
import { LinkQuestion } from './link-question.tsx';
import { signInProblemOf } from './sign-in-problem.ts';
import { useSignInErrorWords } from './use-sign-in-words.ts';

type StepName = 'proof' | 'account' | 'open';
/** Which step is under way, or where it stopped and why. */
type Progress = { step: StepName; error?: unknown };

/** /loggedin: takes what a link, a provider or a program brings, learns where the person belongs, and goes there. */
export function LoggedInPage() {
  const search = useSearch({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const found = arrivalOf(search, hash);
  // Kept from the first moment: what is used once leaves the address before it is used. Only something new replaces it.
  const [arrival, setArrival] = useState(found);
  if (found.kind !== 'session' && !isSame(found, arrival)) setArrival(found);
  const next = typeof search.next === 'string' ? search.next : undefined;
  return <Arrived key={JSON.stringify(arrival)} arrival={arrival} next={next} />;
}

function isSame(one: Arrival, other: Arrival): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Asks first where opening the address must not be enough. */
function Arrived({ arrival, next }: { arrival: Arrival; next: string | undefined }) {
  const [agreed, setAgreed] = useState(
    arrival.kind === 'session' || arrival.kind === 'handoff' || (arrival.kind === 'custom-token' && !isSignedIn()),
  );
  if (!agreed) return <LinkQuestion onAgree={() => setAgreed(true)} />;
  return <Landing arrival={arrival} next={next} />;
}

function isSignedIn(): boolean {
  return session.state().status !== 'signed-out';
}

function Landing({ arrival, next }: { arrival: Arrival; next: string | undefined }) {
  const { t } = useLingui();
  const { progress, again } = useLanding(arrival, next);
  const words = useSignInErrorWords();
  const [linking] = useState(() => arrival.kind === 'handoff' && flows.read()?.purpose === 'link');
  const taken = linking && signInProblemOf(progress.error).kind === 'other-credential';
  const lines: Record<StepName, string> = {
    proof: t`Checking your sign-in`,
    account: t`Looking up your accounts`,
    open: t`Opening Parley`,
  };
  const steps: StepName[] = arrival.kind === 'session' ? ['account', 'open'] : ['proof', 'account', 'open'];
  const at = steps.indexOf(progress.step);
  const failed = 'error' in progress;
  return (
    <>
      <h1>{failed ? t`Signing in stopped here` : t`Signing you in`}</h1>
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
            {taken ? t`This account of the provider is connected to somebody else here.` : words(progress.error)}
          </p>
          <Stopped error={progress.error} next={next} onAgain={again} />
        </>
      )}
    </>
  );
}

/** What can be done where it stopped: the same once more when nobody answered, else another way in. */
function Stopped({ error, next, onAgain }: { error: unknown; next: string | undefined; onAgain: () => void }) {
  const { t } = useLingui();
  const { kind } = signInProblemOf(error);
  const passing = kind === 'offline' || kind === 'no-answer' || kind === 'busy' || kind === 'throttled';
  const search = next === undefined ? {} : { next };
  return (
    <p className={styles.ways}>
      {passing && <Button variant="filled" onClick={onAgain}>{t`Try again`}</Button>}
      {isSignedIn() && !passing && (
        <Link
          to="/settings/personal"
          className={buttonClass({ variant: 'filled' })}
        >{t`Stay signed in as you are`}</Link>
      )}
      {!isSignedIn() && (
        <Link to="/login" search={search} className={buttonClass({ variant: passing ? 'outlined' : 'filled' })}>
          {kind === 'dead-link' ? t`Get a new link` : t`To the sign-in page`}
        </Link>
      )}
    </p>
  );
}

/** Does the steps one after another; `again` goes on with the one that failed. */
function useLanding(arrival: Arrival, next: string | undefined): { progress: Progress; again: () => void } {
  const navigate = useNavigate();
  const wanted = useRef(next);
  const [progress, setProgress] = useState<Progress>({ step: arrival.kind === 'session' ? 'account' : 'proof' });
  const running = useRef(false);
  // A redirect that was on its way may bring somebody here once more while they are being led on: each arrival is led on.
  const visit = useLocation({ select: (location) => location.state.__TSR_key ?? '' });
  const [, setEnded] = useState(0);
  // Where it stopped it stays until somebody asks for more.
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
        wanted.current = (await prove(arrival)) ?? next;
        at('account');
      }
      await goHome(navigate, wanted.current, () => at('open'));
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
  return { progress, again: () => void go() };
}

type Navigate = ReturnType<typeof useNavigate>;

/** From the session of this tab to where its person belongs. */
async function goHome(navigate: Navigate, next: string | undefined, onFound: () => void): Promise<void> {
  const claims = claimsNow();
  if (claims === null) return navigate({ to: '/login', search: next ? { next } : {}, replace: true });
  const person = await askForPerson();
  onFound();
  await navigate({ href: routeAfterSignIn(claimsNow() ?? claims, person, next), replace: true });
}

/** What works once must neither be tried again by a reload nor be read by whoever looks on. */
function hideFromAddress(next: string | undefined): void {
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
  window.history.replaceState(window.history.state, '', `/loggedin${query}`);
}

/** Uses what was brought. @returns where the person wanted to be when they began, if this tab knows */
async function prove(arrival: Arrival): Promise<string | undefined> {
  if (arrival.kind === 'link') {
    await identity.signInWithEmailLink(arrival.link);
    rememberMethod('email_link');
  } else if (arrival.kind === 'custom-token') {
    await identity.signInWithCustomToken(arrival.token);
  } else if (arrival.kind === 'handoff') {
    const flow = flows.read();
    // Without a verifier the server refuses, in words that fit: begun in another tab.
    await identity.signInWithProvider(arrival.handoff, flow ?? { purpose: 'sign-in', provider: '', verifier: '' });
    flows.forget();
    if (flow?.purpose === 'sign-in') rememberMethod(`provider:${flow.provider}`);
    return flow?.next;
  }
  return undefined;
}

/**
 * The person and their accounts. Whoever is in an account already goes on without an answer.
 * @throws ApiError, NetworkError for somebody whose way depends on it
 */
async function askForPerson(): Promise<Person | null> {
  try {
    const person = await identity.getUser();
    const claims = claimsNow();
    if (claims !== null && needsNewClaims(claims, person)) await identity.refresh();
    const clientId = claimsNow()?.client_id ?? null;
    const account = person.accounts.find(({ client_id }) => client_id === clientId);
    publishProfile({
      userName: person.user.displayName,
      photoUrl: person.user.photoURL,
      email: person.user.email,
      accountName: account?.name ?? '',
    });
    return person;
  } catch (error) {
    if (claimsNow()?.client_id) return null;
    throw error;
  }
}

function claimsNow() {
  const state = session.state();
  return state.status === 'signed-out' ? null : state.claims;
}
