import { useLingui } from '@lingui/react/macro';
import { IconBan } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../../ui/icon.ts';
import styles from './composer.module.css';

/** Shown in place of the field while the customer is blocked; notes can still be written. */
export function BlockedComposer({ tabs, draft }: { tabs: ReactNode; draft: string }) {
  const { t } = useLingui();
  return (
    <footer className={styles.composer}>
      <div className={styles.top}>
        {tabs}
        <span className={styles.window}>
          <IconBan {...smallIcon} /> {t`Blocked`}
        </span>
      </div>
      <div className={styles.closed}>
        <strong>{t`This customer is blocked.`}</strong>
        <p>{t`Unblock them to write to them. Notes for your team still work.`}</p>
        {draft.trim() !== '' && (
          <p className={styles.kept}>
            <span className={styles.draft}>{t`Draft:`}</span>
            <span dir="auto">{draft}</span>
          </p>
        )}
      </div>
    </footer>
  );
}
