import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './list-pane.module.css';
import type { useThreadPages } from './use-thread-pages.ts';

/** The loaded part of a selection, and loading more. */
export type ThreadPages = Pick<
  ReturnType<typeof useThreadPages>,
  'threads' | 'complete' | 'started' | 'state' | 'readMore'
> & {
  /** Reads the first page again. @returns whether it could */
  refresh?: () => Promise<boolean>;
};

/** Below the last row: how much was searched, and loading more. */
export function LoadMore({ pages, searching }: { pages: ThreadPages; searching: boolean }): ReactNode {
  const { t } = useLingui();
  if (pages.complete) return null;
  if (pages.state === 'reading') return t`Loading…`;
  const looked = pages.threads.length;
  return (
    <span className={styles.further}>
      {pages.state === 'failed'
        ? t`Couldn’t load more conversations.`
        : searching && t`Searched your latest ${looked} conversations`}
      {(searching || pages.state === 'failed') && (
        <Button size="sm" onClick={pages.readMore}>
          {pages.state === 'failed' ? t`Try again` : t`Search more`}
        </Button>
      )}
    </span>
  );
}
