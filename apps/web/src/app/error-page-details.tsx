import { useLingui } from '@lingui/react/macro';
import { isMember } from '../platform/addresses.ts';
import { session } from '../platform/browser-session.ts';
import { PageNotFoundError } from '../platform/errors.ts';
import { CopyDetails, requestIdOf } from '../ui/copy-details.tsx';
import styles from './error-page.module.css';

/** What support needs: the page that is missing, the request id, a copy of the details, and the bug report. */
export function ErrorPageDetails({ error }: { error: unknown }) {
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

/** The id under which the server logged this page load, from the page's head. */
function pageRequestId(): string | null {
  const id = document.querySelector<HTMLMetaElement>('meta[name="request-id"]')?.content ?? '';
  return /^[0-9a-f-]{36}$/.test(id) ? id : null;
}
