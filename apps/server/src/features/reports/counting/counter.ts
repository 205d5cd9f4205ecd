import type { Worker } from '../../../platform/feature.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { countChanges } from './count-changes.ts';
import { insertCursor, listAccountsBehind } from './cursor-query-repo.ts';
import { cancelProcess } from './rebuild-query-repo.ts';

/** Figures are about this late: changes come in bursts, and what is counted together takes one row. */
const pollMs = 2_000;

type Round = {
  stopped: boolean;
  /** What counts an account from its messages now. */
  rebuild: { clientId: string; pid: number } | null;
};

/** Counts the change feeds of all accounts. Of several processes one at a time counts an account. */
export function startCounter(platform: Platform): Worker {
  const { db, log } = platform;
  const round: Round = { stopped: false, rebuild: null };
  const options = { log, failure: 'reports: the database did not answer, retrying', retryMs: pollMs };
  const loop = startPollLoop(options, async () => {
    await countAccounts(platform, round);
    return pollMs;
  });
  return {
    async stop() {
      round.stopped = true;
      const { rebuild } = round;
      // It would take longer than a process may take to end, and is done at the next start.
      if (rebuild !== null) {
        const cancel = db.withTenant(rebuild.clientId, (tx) => cancelProcess(tx, rebuild.pid));
        await cancel.catch((err: unknown) => log.warn({ err }, 'reports: a recount could not be cancelled'));
      }
      await loop.stop();
    },
  };
}

/** Counts what the feeds of all accounts have now. */
export async function countAccounts(
  { db, log }: Platform,
  round: Round = { stopped: false, rebuild: null },
): Promise<void> {
  for (const { client_id: clientId, is_new } of await listAccountsBehind(db.system.statements('reports'))) {
    const onRebuild = (pid: number | null) => {
      round.rebuild = pid === null ? null : { clientId, pid };
    };
    try {
      if (is_new) await db.withTenant(clientId, insertCursor);
      while (!round.stopped && (await db.withTenant(clientId, (tx) => countChanges(tx, { onRebuild }))));
    } catch (error) {
      if (!round.stopped) log.warn({ err: error }, 'reports: counting an account failed, retrying');
    }
  }
}
