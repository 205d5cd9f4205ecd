import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffect } from 'react';
import { isMember } from '../platform/addresses.ts';
import { session } from '../platform/browser-session.ts';
import { isCrawler } from '../platform/crawler.ts';
import { PageNotFoundError, pageStatusOf } from '../platform/errors.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { CopyDetails, requestIdOf } from '../ui/copy-details.tsx';
import { isChunkError } from './chunk-reload.ts';
import { setDocumentTitle } from './document-title.ts';
import styles from './error-page.module.css';
import { AuthLayoutFrame } from './layouts/auth-layout-frame.tsx';
import { endStartup } from './startup.ts';

const LandingPage = lazyPart(() => import('./landing-page.tsx').then((module) => module.LandingPage));

/** The specification's error page, without sidebar, for whatever a page threw. Crawlers get the landing page instead. */
export function ErrorPage({ error }: { error: unknown }) {
  const words = useErrorWords(pageStatusOf(error));
  useEffect(() => {
    endStartup();
    setDocumentTitle(words.title);
  }, [words.title]);
  if (isCrawler(navigator.userAgent)) {
    return (
      <Suspense>
        <LandingPage />
      </Suspense>
    );
  }
  return (
    <AuthLayoutFrame>
      <div>
        <p className={styles.code}>{pageStatusOf(error)}</p>
        <h1 className={styles.title}>{words.title}</h1>
      </div>
      <p className={styles.words}>{words.text}</p>
      <Ways error={error} />
      <Details error={error} />
    </AuthLayoutFrame>
  );
}

function Ways({ error }: { error: unknown }) {
  const { t } = useLingui();
  // A full load rather than a link: whatever broke is gone with the page.
  const home = (
    <a className={buttonClass({ variant: 'filled' })} href="/">
      {t`Back to home`}
    </a>
  );
  if (!isChunkError(error)) return <p className={styles.ways}>{home}</p>;
  return (
    <>
      <p
        className={styles.words}
      >{t`A new version is ready. Loading the page again gets it; what you wrote is kept.`}</p>
      <p className={styles.ways}>
        {home}
        <Button onClick={() => window.location.reload()}>{t`Reload`}</Button>
      </p>
    </>
  );
}

function Details({ error }: { error: unknown }) {
  const { t } = useLingui();
  const requestId = requestIdOf(error) ?? pageRequestId();
  return (
    <div className={styles.details}>
      {error instanceof PageNotFoundError && <p className={styles.what}>{error.message}</p>}
      {requestId && (
        <span>
          {t`Request`} <code>{requestId}</code>
        </span>
      )}
      <CopyDetails error={error} requestId={requestId} className={styles.link} />
      {isMember(session.state()) && <a href="/bug-reporting">{t`Report this`}</a>}
    </div>
  );
}

/** The id under which the server logged the page itself, which it wrote into its head. */
function pageRequestId(): string | null {
  const id = document.querySelector<HTMLMetaElement>('meta[name="request-id"]')?.content ?? '';
  return /^[0-9a-f-]{36}$/.test(id) ? id : null;
}

/** The specification's texts to the letter, its misspelling too. */
function useErrorWords(status: number): { title: string; text: string } {
  const { t } = useLingui();
  if (status === 401) {
    return { title: t`Not authorized`, text: t`You are not authorized to access this page.` };
  }
  if (status === 404) {
    return {
      title: t`Page not found`,
      text: t`We couldn't find the page you were looking for, please contact a system administrator or try again later.`,
    };
  }
  return {
    title: t`Oops... Something went wrong`,
    text: t`An error has occured. If the problem persists, please contact a system administrator or try again later.`,
  };
}
