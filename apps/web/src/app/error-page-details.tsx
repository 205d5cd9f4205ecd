import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isMember } from '../platform/addresses.ts';
import { session } from '../platform/browser-session.ts';
import { isChunkError, serverAnswers } from '../platform/chunk-reload.ts';
import { PageNotFoundError } from '../platform/errors.ts';
import { Button } from '../ui/button.tsx';
import { CopyDetails, requestIdOf } from '../ui/copy-details.tsx';
import styles from './error-page.module.css';

/** What support needs: the page that is missing, the request id, a copy of the details, and the bug report. */
export function ErrorPageDetails({ error }: { error: unknown }) {
  const { t } = useLingui();
  const requestId = requestIdOf(error) ?? pageRequestId();
  return (
    <>
      {isChunkError(error) && <MissingCode />}
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
    </>
  );
}

/** A newer version has other files, or none can be loaded because the server is away. */
function MissingCode() {
  const { t } = useLingui();
  const [answers, setAnswers] = useState<boolean | null>(null);
  useEffect(() => void serverAnswers().then(setAnswers), []);
  const reload = async () => {
    setAnswers(null);
    const there = await serverAnswers();
    setAnswers(there);
    if (there) window.location.reload();
  };
  return (
    <>
      {answers !== null && (
        <p role="status" className={styles.words}>
          {answers
            ? t`A new version is ready. Reload to get it; your text is saved.`
            : t`Couldn’t reach the server. Your text is saved; try again when you’re connected.`}
        </p>
      )}
      <p className={styles.ways}>
        <Button busy={answers === null} onClick={() => void reload()}>
          {answers === false ? t`Try again` : t`Reload`}
        </Button>
      </p>
    </>
  );
}

/** The id under which the server logged this page load, from the page's head. */
function pageRequestId(): string | null {
  const id = document.querySelector<HTMLMetaElement>('meta[name="request-id"]')?.content ?? '';
  return /^[0-9a-f-]{36}$/.test(id) ? id : null;
}
