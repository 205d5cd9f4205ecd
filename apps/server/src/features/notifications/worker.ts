import type { Worker } from '../../platform/feature.ts';
import { notifyJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import { listAccountsBehind } from './subjects-query.ts';
import { takeChanges } from './take-changes.ts';

/** Wake-ups may be lost: the feeds are looked at this often. */
const pollMs = 2_000;
/** Changes come in bursts: they are gathered for this long. */
const gatherMs = 100;

/** Follows the change feeds of all accounts. Of several processes one at a time reads a feed. */
export function startNotifications(platform: Platform): Worker {
  const system = platform.db.system.statements('notifications');
  let stopping = false;

  async function round(): Promise<number> {
    for (const clientId of await listAccountsBehind(system)) {
      for (let more = true; more && !stopping; ) {
        const taken = await takeChanges(platform, clientId);
        more = taken.more;
        for (const uid of taken.changed) platform.notifier.notify('notifications', `${clientId} ${uid}`);
        if (taken.jobs > 0) notifyJobs(platform);
      }
    }
    return pollMs;
  }

  const failure = 'notifications: the database did not answer, retrying';
  const loop = startPollLoop({ log: platform.log, failure, retryMs: pollMs }, round);
  let gathering: NodeJS.Timeout | undefined;
  const off = platform.notifier.on('changes', () => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      loop.wake();
    }, gatherMs);
  });
  return {
    async stop() {
      stopping = true;
      off();
      clearTimeout(gathering);
      await loop.stop();
    },
  };
}
