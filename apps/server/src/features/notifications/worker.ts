import type { Worker } from '../../platform/feature.ts';
import { notifyJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import { listAccountsClosing } from './closing-query-repo.ts';
import { listAccountsWithDue } from './due-query-repo.ts';
import { listAccountsBehind } from './subjects-query.ts';
import { takeChanges } from './take-changes.ts';
import { warnOfClosing, warnOfDue } from './warn.ts';

/** Wake-ups may be lost: the feeds are looked at this often. */
const pollMs = 2_000;
const restMs = 8_000;
const warnMs = 5_000;
/** Changes come in bursts: they are gathered for this long, and in a lasting burst the feeds are read this often. */
const gatherMs = 100;
const burstMs = 500;

/** Follows the change feeds of all accounts. Of several processes one at a time reads a feed. */
export function startNotifications(platform: Platform): Worker {
  const system = platform.db.system.statements('notifications');
  let stopping = false;

  const tell = (clientId: string, { changed, jobs }: { changed: ReadonlySet<string>; jobs: number }) => {
    for (const uid of changed) platform.notifier.notify('notifications', `${clientId} ${uid}`);
    if (jobs > 0) notifyJobs(platform);
  };

  async function round(): Promise<number> {
    for (const clientId of await listAccountsBehind(system)) {
      for (let more = true; more && !stopping; ) {
        const taken = await takeChanges(platform, clientId);
        more = taken.more;
        tell(clientId, taken);
      }
    }
    return pollMs;
  }

  const failure = 'notifications: the database did not answer, retrying';
  const loop = startPollLoop({ log: platform.log, failure, retryMs: pollMs, restMs }, round);
  let gathering: NodeJS.Timeout | undefined;
  let wokenAt = Number.NEGATIVE_INFINITY;
  const warnings = startPollLoop(
    { log: platform.log, failure: 'notifications: looking for what is due failed, retrying', retryMs: warnMs },
    async () => {
      for (const clientId of await listAccountsClosing(system)) tell(clientId, await warnOfClosing(platform, clientId));
      for (const clientId of await listAccountsWithDue(system)) {
        tell(clientId, await warnOfDue(platform, clientId));
      }
      return warnMs;
    },
  );
  const off = platform.notifier.on('changes', () => {
    gathering ??= setTimeout(
      () => {
        gathering = undefined;
        wokenAt = performance.now();
        loop.wake();
      },
      Math.max(gatherMs, wokenAt + burstMs - performance.now()),
    );
  });
  return {
    async stop() {
      stopping = true;
      off();
      clearTimeout(gathering);
      await Promise.all([loop.stop(), warnings.stop()]);
    },
  };
}
