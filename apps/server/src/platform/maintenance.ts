import type { Executor } from './db/sql.ts';
import type { Platform } from './platform.ts';

const everyMs = 3_600_000;
const firstAfterMs = 60_000;

/** Tasks that keep tables small, by name; each runs in its own transaction. */
export type MaintenanceTasks = Record<string, (tx: Executor) => Promise<unknown>>;

/** Runs every task soon after the start and then once an hour. Several processes at once do no harm. */
export function startMaintenance(platform: Platform, tasks: MaintenanceTasks): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    for (const [task, run] of Object.entries(tasks)) {
      try {
        await platform.db.system.transaction('maintenance', run);
      } catch (error) {
        platform.log.warn({ err: error, task }, 'maintenance failed, retrying in an hour');
      }
    }
  }
  const begin = () => {
    running = runAll();
  };
  const first = setTimeout(begin, firstAfterMs);
  const timer = setInterval(begin, everyMs);
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}
