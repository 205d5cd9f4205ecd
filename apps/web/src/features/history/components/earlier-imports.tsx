import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useHistoryImports } from '../data/history-data.ts';
import { historyTones, useHistoryState } from './history-states.ts';
import styles from './move.module.css';
import { useCountsText } from './use-counts-text.ts';

/** Imports of the account, the latest first. */
export function EarlierImports() {
  const { t } = useLingui();
  const stateText = useHistoryState();
  const countsText = useCountsText();
  const { exact } = useDateLabels();
  const { data = [], isError, fetchStatus, refetch } = useHistoryImports();
  if (data.length === 0 && (isError || fetchStatus === 'paused')) {
    return (
      <p role="alert" className={styles.actions}>
        <span className={styles.bad}>{t`Couldn’t load earlier imports.`}</span>
        <Button size="sm" onClick={() => void refetch()}>{t`Try again`}</Button>
      </p>
    );
  }
  if (data.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="move-earlier">
      <h2 id="move-earlier" className={styles.heading}>{t`Earlier imports`}</h2>
      <ul className={styles.list}>
        {data.map((row) => (
          <li key={row.id}>
            <Link to="/settings/move" search={{ import: row.id }} className={styles.row}>
              <span className={styles.name}>
                <bdi>{row.name}</bdi>
              </span>
              <Badge tone={historyTones[row.state]}>{stateText(row)}</Badge>
              <span className={styles.quiet}>
                {[exact(row.created_at), countsText(row.imported)].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
