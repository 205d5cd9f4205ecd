import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onAccessChange } from '../platform/access-change.ts';
import { isCrawler } from '../platform/crawler.ts';
import { pageStatusOf } from '../platform/errors.ts';
import { lazyComponent } from '../platform/lazy-component.tsx';
import { buttonClass } from '../ui/button.tsx';
import { setDocumentTitle } from './document-title.ts';
import styles from './error-page.module.css';
import { AuthLayoutFrame } from './layouts/auth-layout-frame.tsx';
import { endStartup } from './startup.ts';

const LandingPage = lazyComponent(() => import('./landing-page.tsx').then((module) => module.LandingPage), {
  fallback: null,
});

/** Loaded when the browser is idle, so that it is there when the server is not. */
export const ErrorDetails = lazyComponent(
  () => import('./error-page-details.tsx').then((part) => part.ErrorPageDetails),
  {
    fallback: null,
    optional: true,
  },
);

/**
 * The specification's error page, without sidebar, for any error a page threw. Crawlers get the landing page instead.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useLingui();
  const status = pageStatusOf(error);
  const words = useErrorText(status);
  const router = useRouter();
  useEffect(() => (status === 401 ? onAccessChange(() => void router.invalidate()) : undefined), [status, router]);
  useEffect(() => {
    endStartup();
    setDocumentTitle(words.title);
  }, [words.title]);
  if (isCrawler(navigator.userAgent)) {
    return <LandingPage />;
  }
  return (
    <AuthLayoutFrame>
      <div>
        <p className={styles.code}>{status}</p>
        <h1 className={styles.title}>{words.title}</h1>
      </div>
      <p className={styles.words}>{words.text}</p>
      <p className={styles.ways}>
        {/* A full load rather than a link, so that the broken state is gone. */}
        <a className={buttonClass({ variant: 'filled' })} href="/">
          {t`Back to home`}
        </a>
      </p>
      <ErrorDetails error={error} />
    </AuthLayoutFrame>
  );
}

/** The specification's texts verbatim, including its misspelling. */
function useErrorText(status: number): { title: string; text: string } {
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
