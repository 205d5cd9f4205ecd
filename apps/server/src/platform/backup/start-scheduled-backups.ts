import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '../platform.ts';
import { type PollLoop, startPollLoop } from '../poll-loop.ts';
import { lastDueAt } from './backup-schedule.ts';
import { noteFailure, readSchedule } from './schedule-repo.ts';
import type { ScheduledBackup } from './scheduled-backup.ts';

const entry = join(import.meta.dirname, '..', '..', 'entrypoints', 'scheduled-backup.ts');
const firstAfterMs = 10_000;
const everyMs = 60_000;
const retryAfterMs = 3_600_000;

export type BackupOutcome = { made: ScheduledBackup | null } | { failed: string };

/**
 * Makes a backup every day, and one that was missed soon after the start; one that failed is tried again every hour. It
 * is made by a process of its own, which leaves this one its memory and goes last.
 */
export function startScheduledBackups(platform: Platform): PollLoop {
  const { config, db, log } = platform;
  let child: ChildProcess | undefined;
  let isFirstLook = true;
  const options = { log, failure: 'a backup was not made, trying again in a minute', retryMs: everyMs, firstAfterMs };
  const loop = startPollLoop(options, async () => {
    const due = lastDueAt(config.BACKUP_AT, Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
    const { scheduled_backup_for: made, backup_failed_at: failed } = await readSchedule(
      db.system.statements('maintenance'),
    );
    if (made !== null && made >= due) return everyMs;
    // A start often follows what was mended: it does not wait.
    const mayWait = !isFirstLook && failed !== null && failed >= due;
    isFirstLook = false;
    if (mayWait && Date.now() - failed.getTime() < retryAfterMs) return everyMs;
    child = spawnBackup(due);
    const outcome = await outcomeOf(child);
    child = undefined;
    if (outcome === undefined) return everyMs; // It was stopped, and begins again at the next start.
    if ('made' in outcome) {
      if (outcome.made !== null) log.info(outcome.made, 'made a backup');
    } else {
      log.error({ reason: outcome.failed }, 'the scheduled backup failed, trying again in an hour');
      await db.system.transaction('maintenance', (tx) => noteFailure(tx, outcome.failed));
    }
    return everyMs;
  });
  return {
    ...loop,
    stop() {
      child?.kill('SIGTERM');
      return loop.stop();
    },
  };
}

function spawnBackup(due: Date): ChildProcess {
  const args = ['--disable-warning=ExperimentalWarning', entry, due.toISOString()];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended, or the system has no priorities: it is made all the same.
  }
  return child;
}

/** @returns undefined when it was stopped */
async function outcomeOf(child: ChildProcess): Promise<BackupOutcome | undefined> {
  let outcome: BackupOutcome | undefined;
  child.on('message', (message) => {
    outcome = message as BackupOutcome;
  });
  const [code, signal] = await once(child, 'exit');
  if (outcome !== undefined || signal === 'SIGTERM' || code === 143) return outcome;
  return { failed: `The process that makes it ended with ${signal ?? code}.` };
}
