import type { InstallationStatus, OperatorProblem } from '@parley/contract/types';
import type { Fault } from '../../platform/db/faults.ts';
import { fullBelowBytes, fullestDisk } from '../../platform/disk.ts';
import type { Platform } from '../../platform/platform.ts';
import { parleyVersion } from '../../platform/version.ts';
import { readQueues, readSizes } from './installation-query.ts';

/** Limits beyond which the operator is told. The alert rules in deploy/prometheus have the same ones. */
export const limits = {
  diskLowBytes: 1_000_000_000,
  sendsLateS: 300,
  webhooksLateS: 60,
  feedLateS: 30,
  backupOldS: 3 * 86_400,
  backupMissingS: 86_400,
  emailsWaitS: 900,
} as const;

type Measured = Omit<InstallationStatus, 'problems' | 'fault'>;

/** The state of the installation as this process sees it. */
export async function readStatus(platform: Platform): Promise<InstallationStatus> {
  const system = platform.db.system.statements('operations');
  const [sizes, queues] = await Promise.all([readSizes(system), readQueues(system)]);
  const { version, processes, backup_age_s, installed_s, backup_failure, ...database } = sizes;
  const measured: Measured = {
    versions: { parley: parleyVersion, node: process.versions.node, postgres: version },
    processes: Math.max(processes, 1),
    disk: fullestDisk(platform.config),
    database,
    sends: { waiting: queues.sends, oldest_s: since(queues.sends_oldest), without_outcome: queues.without_outcome },
    webhooks: { waiting: queues.webhooks, oldest_s: since(queues.webhooks_oldest) },
    feed: { waiting: queues.feed, oldest_s: since(queues.feed_oldest) },
    jobs: { waiting: queues.jobs_waiting, running: queues.jobs_running, failed: queues.jobs_failed },
    emails: { waiting: queues.mail_waiting, failed: queues.mail_failed, oldest_s: since(queues.mail_oldest) },
    backup_age_s: since(backup_age_s),
    installed_s: since(installed_s),
  };
  const faults = platform.db.faults.current();
  return {
    problems: problemsOf(measured, faults, backup_failure !== null),
    fault: faults[0]?.message ?? null,
    ...measured,
  };
}

/** A clock that was set back gives no negative ages. */
function since(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(seconds, 0);
}

export function problemsOf(
  measured: Measured,
  faults: readonly Pick<Fault, 'reason'>[],
  hasBackupFailed = false,
): OperatorProblem[] {
  const { disk, sends, webhooks, feed, jobs, emails, backup_age_s: backup, installed_s: installed } = measured;
  const over = (value: number | null, limit: number) => value !== null && value > limit;
  const free = disk?.free_bytes ?? Number.POSITIVE_INFINITY;
  const found: Partial<Record<OperatorProblem, boolean>> = {
    storage_damaged: faults.some(({ reason }) => reason === 'storage_damaged'),
    disk_full: faults.some(({ reason }) => reason === 'disk_full') || free < fullBelowBytes,
    database_overloaded: faults.some(({ reason }) => reason === 'database_overloaded'),
    disk_low: free >= fullBelowBytes && free < limits.diskLowBytes,
    sends_late: over(sends.oldest_s, limits.sendsLateS) || sends.without_outcome > 0,
    webhooks_late: over(webhooks.oldest_s, limits.webhooksLateS),
    feed_late: over(feed.oldest_s, limits.feedLateS),
    jobs_failed: jobs.failed > 0,
    emails_failed: emails.failed > 0,
    backup_failed: hasBackupFailed,
    backup_missing: backup === null && over(installed, limits.backupMissingS),
    backup_old: over(backup, limits.backupOldS),
  };
  return (Object.keys(found) as OperatorProblem[]).filter((problem) => found[problem]);
}
