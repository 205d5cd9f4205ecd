import { useLingui } from '@lingui/react/macro';
import styles from './timeline-skeleton.module.css';

/** The skeleton of a conversation, before anything is loaded. */
export function TimelineSkeleton() {
  const { t } = useLingui();
  return (
    <div className={styles.skeleton} role="status" aria-label={t`Loading messages`}>
      <i />
      <i data-out />
      <i data-out />
      <i />
    </div>
  );
}
