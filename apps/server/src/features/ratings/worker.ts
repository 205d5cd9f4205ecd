import type { TenantTx } from '../../platform/db/sql.ts';
import type { Worker } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import { askDue } from './ask-due.ts';
import { listAccountsBehind } from './cursor-query-repo.ts';
import { listAccountsDue } from './due-query-repo.ts';
import { takeChanges } from './take-changes.ts';

const pollMs = 2_000;
const restMs = 8_000;

/** Follows the change feeds and asks what is due. Safe in several processes. */
export function startRatings(platform: Platform): Worker {
  const system = platform.db.system.statements('ratings');
  let stopping = false;
  const { log } = platform;

  async function all(clients: readonly string[], take: (tx: TenantTx) => Promise<{ more: boolean; sentOn: string[] }>) {
    for (const clientId of clients) {
      for (let more = true; more && !stopping; ) {
        const taken = await platform.db.withTenant(clientId, take);
        more = taken.more;
        platform.notifier.notify('changes_new', clientId);
        for (const channelId of new Set(taken.sentOn)) platform.notifier.notify('triggers', `${clientId}/${channelId}`);
      }
    }
    return pollMs;
  }

  const feed = startPollLoop(
    { log, failure: 'ratings: reading changes failed, retrying', retryMs: pollMs, restMs },
    async () => all(await listAccountsBehind(system), takeChanges),
  );
  const clock = startPollLoop({ log, failure: 'ratings: asking failed, retrying', retryMs: pollMs }, async () =>
    all(await listAccountsDue(system), askDue),
  );
  const off = platform.notifier.on('changes', () => feed.wake());
  return {
    async stop() {
      stopping = true;
      off();
      await Promise.all([feed.stop(), clock.stop()]);
    },
  };
}
