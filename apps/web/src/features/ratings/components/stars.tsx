import { useLingui } from '@lingui/react/macro';
import styles from './ratings.module.css';

/** A score of 1 to 5 as stars. */
export function Stars({ score }: { score: number }) {
  const { t } = useLingui();
  return (
    <span className={styles.stars} role="img" aria-label={t`${score} of 5`}>
      {'★'.repeat(score)}
      <span>{'★'.repeat(5 - score)}</span>
    </span>
  );
}
