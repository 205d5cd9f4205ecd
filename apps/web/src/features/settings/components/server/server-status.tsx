import { useLingui } from '@lingui/react/macro';
import type { InstallationStatus, OperatorProblem } from '@parley/contract/types';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../../platform/api.ts';
import { sizeText } from '../../../../ui/fields/file-rules.ts';
import { icon } from '../../../../ui/icon.ts';
import { Fact, Section } from '../personal/section.tsx';
import styles from './server-status.module.css';

const againMs = 30_000;

/** The state of the installation; nothing for users who do not operate it. */
export function ServerStatus() {
  const answer = useQuery({
    queryKey: ['operator', 'status'],
    queryFn: ({ signal }) => api('GET /api/operator/status', {}, { signal }),
    refetchInterval: againMs,
  });
  const status = answer.data?.status ?? null;
  return status === null ? null : <ServerFacts status={status} />;
}

export function ServerFacts({ status }: { status: InstallationStatus }) {
  const { t } = useLingui();
  const problems = useProblemTexts();
  const span = useSpans();
  const queue = (waiting: number, oldestS: number | null) =>
    waiting === 0 || oldestS === null ? t`None` : t`${waiting}, the oldest for ${span(oldestS)}`;
  const { database, disk, jobs, emails, versions, sends } = status;
  const rows: [string, ReactNode][] = [
    [t`Disk`, disk === null ? t`Unknown` : t`${sizeText(disk.free_bytes)} free of ${sizeText(disk.total_bytes)}`],
    [t`Database`, sizeText(database.bytes)],
    [t`Rows to clean up`, t`${database.dead_rows} of ${database.dead_rows + database.live_rows}`],
    [t`Database connections`, t`${database.connections} of ${database.most_connections}`],
    [t`Processes`, String(status.processes)],
    [t`Messages to send`, queue(sends.waiting, sends.oldest_s)],
    [t`Sends without an outcome`, String(sends.without_outcome)],
    [t`Received and not processed`, queue(status.webhooks.waiting, status.webhooks.oldest_s)],
    [t`Changes not shown yet`, queue(status.feed.waiting, status.feed.oldest_s)],
    [t`Jobs`, t`${jobs.waiting} waiting, ${jobs.running} running, ${jobs.failed} failed within a day`],
    [t`Emails`, t`${emails.waiting} waiting, ${emails.failed} failed`],
    [t`Last backup`, status.backup_age_s === null ? t`None yet` : t`${span(status.backup_age_s)} ago`],
    [t`Versions`, `Parley ${versions.parley}, Node ${versions.node}, PostgreSQL ${versions.postgres}`],
  ];
  return (
    <Section id="server" title={t`Server`} lead={t`Only you see this, because you set up this server.`}>
      <div role="status">
        <ul className={styles.problems}>
          {status.problems.length === 0 && (
            <li className={styles.good}>
              <IconCircleCheck {...icon} />
              {t`No problems found.`}
            </li>
          )}
          {status.problems.map((problem) => (
            <li key={problem} className={styles.bad}>
              <IconAlertTriangle {...icon} />
              <span>
                {problems[problem]}
                {status.fault !== null && isStorage(problem) && <code className={styles.fault}>{status.fault}</code>}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {rows.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </Section>
  );
}

function isStorage(problem: OperatorProblem): boolean {
  return problem === 'storage_damaged' || problem === 'disk_full' || problem === 'database_overloaded';
}

function useProblemTexts(): Record<OperatorProblem, string> {
  const { t } = useLingui();
  return {
    storage_damaged: t`Stored data is damaged. Keep the newest backup safe, look at the disk, and restore the backup on a healthy one.`,
    disk_full: t`The disk is full. Until you make room, nothing can be received or sent.`,
    disk_low: t`The disk is almost full. Make room, or move the data directory to a larger disk.`,
    database_silent: t`The database doesn’t answer. Its log has the reason.`,
    database_overloaded: t`The database has no memory or connections left. Raise its limits, or run fewer processes.`,
    sends_late: t`Messages are sent late. Check that a worker is running, and look for errors in its log.`,
    webhooks_late: t`Received messages are processed late. Check that a worker is running, and look for errors in its log.`,
    feed_late: t`Changes reach browsers late. Check that a worker is running, and look for errors in its log.`,
    jobs_failed: t`Jobs failed within a day. The log of the worker has the reasons.`,
    emails_failed: t`Emails couldn’t be sent. npm run mail shows them.`,
    backup_failed: t`The scheduled backup failed. npm run doctor says why. It is tried again every hour.`,
    backup_missing: t`No backup has ever been made. Run npm run backup.`,
    backup_old: t`The last backup is over three days old. Run npm run backup.`,
  };
}

/** "4 minutes", "3 days": the largest unit that fits. */
function useSpans(): (seconds: number) => string {
  const { i18n } = useLingui();
  return (seconds) => {
    const [unit, size] =
      seconds < 60
        ? (['second', 1] as const)
        : seconds < 3_600
          ? (['minute', 60] as const)
          : seconds < 86_400
            ? (['hour', 3_600] as const)
            : (['day', 86_400] as const);
    const format = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' });
    return format.format(Math.floor(seconds / size));
  };
}
