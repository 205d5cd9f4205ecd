import type { Executor } from './db/sql.ts';
import type { Platform } from './platform.ts';
import { type PollLoop, startPollLoop } from './poll-loop.ts';

const everyMs = 3_600_000;
const firstAfterMs = 60_000;
/** A task that is still not done after this long continues in an hour. */
const taskWithinMs = 20 * 60_000;

/** The rows that one transaction of a task deletes at most: short transactions hold back neither vacuum nor senders. */
export const sliceRows = 5_000;

/**
 * Tasks that keep tables small, by name. Each run is a transaction and returns the number of rows it deleted; while
 * that is a full slice, the task runs again.
 */
export type MaintenanceTasks = Record<string, (tx: Executor) => Promise<unknown>>;

/** Deletes the rows of several statements in one slice. @returns the largest count, so that the task goes on for any of them */
export async function runSlice(...counts: readonly Promise<number>[]): Promise<number> {
  return Math.max(...(await Promise.all(counts)));
}

/** Runs every task until it has nothing left to do. */
export async function runMaintenance(
  platform: Pick<Platform, 'db' | 'log'>,
  tasks: MaintenanceTasks,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const [task, run] of Object.entries(tasks)) {
    const deadline = performance.now() + taskWithinMs;
    try {
      let deleted: unknown = sliceRows;
      while (typeof deleted === 'number' && deleted >= sliceRows) {
        if (isStopped()) return;
        if (performance.now() > deadline) {
          platform.log.warn({ task }, 'maintenance is behind and continues in an hour');
          break;
        }
        deleted = await platform.db.system.transaction('maintenance', run);
      }
    } catch (error) {
      platform.log.warn({ err: error, task }, 'maintenance failed, retrying in an hour');
    }
  }
}

/** Runs every task soon after the start and then once an hour. Several processes at once do no harm. */
export function startMaintenance(platform: Platform, tasks: MaintenanceTasks): PollLoop {
  let stopped = false;
  const options = { log: platform.log, failure: 'maintenance failed, retrying in an hour', retryMs: everyMs };
  const loop = startPollLoop({ ...options, firstAfterMs }, async () => {
    if (!stopped) await runMaintenance(platform, tasks, () => stopped);
    return everyMs;
  });
  return {
    ...loop,
    stop() {
      stopped = true;
      return loop.stop();
    },
  };
}
