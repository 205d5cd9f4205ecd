import type { Worker } from '../../../platform/feature.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { countChanges } from './count-changes.ts';
import { insertCursor, listAccountsBehind } from './cursor-query-repo.ts';

/** Figures are about this late: changes come in bursts, and what is counted together takes one row. */
const pollMs = 2_000;
const restMs = 8_000;
/** Transactions of one account before it is the next one's turn: a recount takes many. */
const inTurn = 50;

type Round = { stopped: boolean };

/** Counts the change feeds of all accounts. Of several processes one at a time counts an account. */
export function startCounter(platform: Platform): Worker {
  const round: Round = { stopped: false };
  const failure = 'reports: the database did not answer, retrying';
  const options = { log: platform.log, failure, retryMs: pollMs, restMs };
  const loop = startPollLoop(options, async () => ((await countRound(platform, round)) ? 0 : pollMs));
  const off = platform.notifier.on('changes', loop.stir);
  return {
    async stop() {
      off();
      round.stopped = true;
      await loop.stop();
    },
  };
}

/** Counts what the feeds of all accounts have now, and ends recounts. */
export async function countAccounts(platform: Platform): Promise<void> {
  while (await countRound(platform, { stopped: false }));
}

/** @returns whether an account has more than its turn allows */
async function countRound({ db, log }: Platform, round: Round): Promise<boolean> {
  let left = false;
  for (const { client_id: clientId, is_new } of await listAccountsBehind(db.system.statements('reports'))) {
    try {
      if (is_new) await db.withTenant(clientId, insertCursor);
      let more = true;
      for (let n = 0; n < inTurn && more && !round.stopped; n++)
        more = await db.withTenant(clientId, (tx) => countChanges(tx));
      left ||= more;
    } catch (error) {
      log.warn({ err: error }, 'reports: counting an account failed, retrying');
    }
  }
  return left && !round.stopped;
}
