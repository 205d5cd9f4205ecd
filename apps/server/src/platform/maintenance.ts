import type { Executor } from './db/sql.ts';
import type { Platform } from './platform.ts';
import { type PollLoop, startPollLoop } from './poll-loop.ts';

const everyMs = 3_600_000;
const firstAfterMs = 60_000;

/** Tasks that keep tables small, by name; each runs in its own transaction. */
export type MaintenanceTasks = Record<string, (tx: Executor) => Promise<unknown>>;

/** Runs every task soon after the start and then once an hour. Several processes at once do no harm. */
export function startMaintenance({ db, log }: Platform, tasks: MaintenanceTasks): PollLoop {
  const failure = 'maintenance failed, retrying in an hour';
  return startPollLoop({ log, failure, retryMs: everyMs, firstAfterMs }, async () => {
    for (const [task, run] of Object.entries(tasks)) {
      try {
        await db.system.transaction('maintenance', run);
      } catch (err) {
        log.warn({ err, task }, failure);
      }
    }
    return everyMs;
  });
}
