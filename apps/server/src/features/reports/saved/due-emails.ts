import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Worker } from '../../../platform/feature.ts';
import { enqueueJobs, notifyJobs } from '../../../platform/jobs/queue.ts';
import { nextDueAt } from '../../../platform/next-due.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { getClient } from '../../accounts/public.ts';
import { reportEmailKind } from './email-report.ts';
import { type DueEmail, listDueEmails, lockEmail, putEmail } from './report-email-repo.ts';

const pollMs = 15_000;
/** What was due while no server ran is sent later; after this long the next one is soon enough. */
const tooLateMs = 3 * 86_400_000;

/**
 * Starts the emails that are due at a moment, of all accounts. An email's job and its next time are one transaction, so
 * each is sent once, whichever process comes first.
 */
export async function startEmails(platform: Platform, at: Date): Promise<void> {
  let started = false;
  for (const due of await listDueEmails(platform.db.system.statements('reports'), at)) {
    if (await platform.db.withTenant(due.client_id, (tx) => startEmail(tx, due, at))) started = true;
  }
  if (started) notifyJobs(platform);
}

async function startEmail(tx: TenantTx, { report_id, user_id }: DueEmail, at: Date): Promise<boolean> {
  const email = await lockEmail(tx, report_id, user_id);
  if (email === null) return false;
  const { time_zone } = await getClient(tx);
  // Not due: only the time zone changed.
  const isDue = email.next_at <= at;
  const isSent = isDue && at.getTime() - email.next_at.getTime() < tooLateMs;
  if (isSent) {
    await enqueueJobs(tx, [{ clientId: tx.clientId, kind: reportEmailKind, payload: { report_id, user_id } }]);
  }
  const next_at = nextDueAt({ every: 'week', ...email }, time_zone, email.next_at, at);
  await putEmail(tx, report_id, user_id, { ...email, time_zone, next_at });
  return isSent;
}

/** Starts due emails until stopped. Several processes may do so. */
export function startDueEmails(platform: Platform): Worker {
  const failure = 'reports: the database did not answer, emails are tried again';
  return startPollLoop({ log: platform.log, failure, retryMs: pollMs }, async () => {
    await startEmails(platform, new Date());
    return pollMs;
  });
}
