import type { Worker } from '../../../platform/feature.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { countChanges } from './count-changes.ts';
import { insertCursor, listAccountsBehind } from './cursor-repo.ts';

/** Figures are about this late: changes come in bursts, and what is counted together takes one row. */
const pollMs = 2_000;

/** Counts the change feeds of all accounts. Of several processes one at a time counts an account. */
export function startCounter(platform: Platform): Worker {
  let stopping = false;
  const options = { log: platform.log, failure: 'reports: the database did not answer, retrying', retryMs: pollMs };
  const loop = startPollLoop(options, async () => {
    await countAccounts(platform, () => stopping);
    return pollMs;
  });
  return {
    stop() {
      stopping = true;
      return loop.stop();
    },
  };
}

/** Counts what the feeds of all accounts have now. */
export async function countAccounts(platform: Platform, isStopped: () => boolean = () => false): Promise<void> {
  const { db, log } = platform;
  for (const { client_id: clientId, is_new } of await listAccountsBehind(db.system.statements('reports'))) {
    try {
      if (is_new) await db.withTenant(clientId, insertCursor);
      while (!isStopped() && (await db.withTenant(clientId, (tx) => countChanges(tx))));
    } catch (error) {
      log.warn({ err: error }, 'reports: counting an account failed, retrying');
    }
  }
}
