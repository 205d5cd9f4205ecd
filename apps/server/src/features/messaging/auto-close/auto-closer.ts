import type { Worker } from '../../../platform/feature.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { closeDue } from './close-due.ts';
import { listAccountsToClose } from './due-query-repo.ts';

const pollMs = 5_000;

/** Marks conversations as done by the rules of their accounts. Safe in several processes. */
export function startAutoCloser(platform: Platform): Worker {
  const system = platform.db.system.statements('dispatcher');
  let stopping = false;
  const loop = startPollLoop(
    { log: platform.log, failure: 'messaging: closing conversations failed, retrying', retryMs: pollMs },
    async () => {
      for (const clientId of await listAccountsToClose(system)) {
        for (let more = true; more && !stopping; ) {
          const closed = await platform.db.withTenant(clientId, closeDue);
          more = closed.more;
          platform.notifier.notify('changes_new', clientId);
          for (const channelId of closed.sentOn) platform.notifier.notify('triggers', `${clientId}/${channelId}`);
        }
      }
      return pollMs;
    },
  );
  return {
    async stop() {
      stopping = true;
      await loop.stop();
    },
  };
}
