import type { OperatorProblem } from '@parley/contract/types';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { findOperator } from './installation-query.ts';
import { claimNotice } from './notices-repo.ts';
import { readStatus } from './status.ts';

const everyMs = 60_000;
const emailLifeS = 2 * 86_400;

/** Subjects of the emails. Other problems are in the status and the log only: nobody has to get up for them. */
const subjects: Partial<Record<OperatorProblem, string>> = {
  storage_damaged: 'Parley: stored data is damaged',
  disk_full: 'Parley: the disk is full',
  disk_low: 'Parley: the disk is almost full',
  sends_late: 'Parley: messages are not being sent',
  webhooks_late: 'Parley: received messages are not being processed',
  backup_failed: 'Parley: the backup failed',
};

const steps: Partial<Record<OperatorProblem, string>> = {
  storage_damaged: 'Keep the newest backup safe, look at the disk, and restore the backup on a healthy one.',
  disk_full: 'Make room now: until then nothing can be received or sent.',
  disk_low: 'Make room, or move the data directory to a larger disk.',
  sends_late: 'Check that a server of ROLE all or worker runs, and look for errors in its log.',
  webhooks_late: 'Check that a server of ROLE all or worker runs, and look for errors in its log.',
  backup_failed: 'npm run doctor says why. It is tried again every hour, and earlier backups are kept.',
};

/** Looks once a minute, logs problems that appear and end, and sends the operator an email at most once a day each. */
export function startNotices(platform: Platform): { stop(): Promise<void> } {
  let before = new Set<OperatorProblem>();
  let running: Promise<void> | undefined;
  async function look(): Promise<void> {
    try {
      const status = await readStatus(platform);
      for (const problem of status.problems) {
        if (!before.has(problem)) platform.log.error({ problem, fault: status.fault }, 'a problem for the operator');
      }
      for (const problem of before) {
        if (!status.problems.includes(problem)) platform.log.info({ problem }, 'a problem has ended');
      }
      before = new Set(status.problems);
      await tellOperator(platform, status.problems, status.fault);
    } catch (error) {
      platform.log.error({ err: error }, 'the installation could not be checked, trying again in a minute');
    }
  }
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Writes the emails that are due, in one transaction with the note that they were. @returns the problems told now */
export async function tellOperator(
  platform: Platform,
  problems: readonly OperatorProblem[],
  fault: string | null,
): Promise<OperatorProblem[]> {
  const urgent = problems.filter((problem) => subjects[problem] !== undefined);
  if (urgent.length === 0) return [];
  const reported = await platform.db.system.transaction('operations', async (tx) => {
    const operator = await findOperator(tx);
    if (operator === null) return [];
    const claimed: OperatorProblem[] = [];
    for (const problem of urgent) {
      if (!(await claimNotice(tx, problem))) continue;
      claimed.push(problem);
      const lines = [steps[problem] ?? '', ...(fault === null ? [] : [`PostgreSQL: ${fault}`])];
      const subject = subjects[problem] ?? '';
      const notes = [`Sent by the installation at ${platform.publicUrl()}. npm run doctor shows all checks.`];
      await enqueueEmail(
        tx,
        platform,
        { kind: 'operations.problem', to: operator.email, subject, lines, notes },
        emailLifeS,
      );
    }
    return claimed;
  });
  if (reported.length > 0) notifyMailWorker(platform);
  return reported;
}
