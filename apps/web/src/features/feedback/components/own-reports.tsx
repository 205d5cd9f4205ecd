import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { useQueuedReports } from '../data/report-queue.ts';
import { useReports } from '../data/reports.ts';
import styles from './feedback.module.css';
import { ReportState } from './report-state.tsx';

const most = 3;

/** The newest of a member's reports, under the preview of the next one. */
export function OwnReports({ onShowAll, onOpen }: { onShowAll: () => void; onOpen: (id: string) => void }) {
  const { t } = useLingui();
  const { data = [] } = useReports('me');
  const waiting = useQueuedReports((queued) => queued.length);
  if (data.length === 0 && waiting === 0) return null;
  return (
    <section className={styles.what}>
      <header className={styles.head}>
        <h3>{t`Your reports`}</h3>
        <Button size="sm" variant="plain" onClick={onShowAll}>
          {t`Show all`}
        </Button>
      </header>
      {waiting > 0 && (
        <p>{plural(waiting, { one: '# report waits to be sent', other: '# reports wait to be sent' })}</p>
      )}
      <ul className={styles.mine}>
        {data.slice(0, most).map((report) => (
          <li key={report.id}>
            <button type="button" className={styles.link} onClick={() => onOpen(report.id)}>
              <span className={styles.quiet}>#{report.number}</span> <bdi>{report.title}</bdi>
            </button>
            <ReportState report={report} />
          </li>
        ))}
      </ul>
    </section>
  );
}
