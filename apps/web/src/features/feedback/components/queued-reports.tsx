import { useLingui } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { discardQueued, useQueuedReports } from '../data/report-queue.ts';
import styles from './feedback.module.css';

/** Reports that are only on this device so far. */
export function QueuedReports() {
  const { t } = useLingui();
  const { inList } = useTimeLabels();
  const queued = useQueuedReports();
  if (queued.length === 0) return null;
  return (
    <section className={styles.queued} aria-label={t`Reports not sent yet`}>
      <ul className={styles.mine}>
        {queued.map(({ id, body, queuedAt, problem }) => (
          <li key={id}>
            <span>
              <bdi>{body.what_happened.split('\n')[0]}</bdi>{' '}
              <small className={styles.quiet}>{problem ?? inList(queuedAt, Date.now())}</small>
            </span>
            <Badge tone={problem === null ? 'info' : 'bad'}>{problem === null ? t`Waiting` : t`Refused`}</Badge>
            <Button size="sm" variant="plain" danger onClick={() => void discardQueued(id)}>
              {t`Discard`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
