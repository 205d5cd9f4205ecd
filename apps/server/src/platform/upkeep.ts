import type { Executor } from './db/sql.ts';
import type { Platform } from './platform.ts';

const everyMs = 3_600_000;
const firstAfterMs = 60_000;

/** Work that keeps tables small, by name; each runs in a transaction of its own. */
export type UpkeepWorks = Record<string, (tx: Executor) => Promise<unknown>>;

/** Runs every work soon after the start and then once an hour. Several processes at once do no harm. */
export function startUpkeep(platform: Platform, works: UpkeepWorks): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (const [work, fn] of Object.entries(works)) {
      try {
        await platform.db.system.transaction('upkeep', fn);
      } catch (error) {
        platform.log.warn({ err: error, work }, 'upkeep was interrupted and is tried again in an hour');
      }
    }
  }
  const begin = () => {
    running = run();
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
