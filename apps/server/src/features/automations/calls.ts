import type { Platform } from '../../platform/platform.ts';
import { type PollLoop, startPollLoop } from '../../platform/poll-loop.ts';
import type { ChannelClients } from '../channels/public.ts';
import { callForRun } from './turns/call.ts';
import { listCallingAccounts, listDueCalls } from './turns/due-runs-query.ts';

const pollMs = 1_000;
const restMs = 4_000;
/** Of one account at a time, so that its slow addresses delay no other account. */
const mostOfAccount = 16;
const mostAtOnce = 128;

/** Calls the addresses of runs, apart from all other steps. @param onDone a run may go on */
export function startCalls(
  platform: Platform,
  providers: ChannelClients,
  onDone: () => void,
): Pick<PollLoop, 'wake' | 'stop'> {
  const { log } = platform;
  const ending = new AbortController();
  const open = new Set<Promise<void>>();
  const openOf = new Map<string, Set<string>>();

  const call = (clientId: string, runId: string, own: Set<string>) => {
    own.add(runId);
    const work = callForRun(platform, providers, clientId, runId, ending.signal)
      .catch((error: unknown) => log.warn({ err: error, run: runId }, 'automations: an address was not called'))
      .finally(() => {
        own.delete(runId);
        if (own.size === 0) openOf.delete(clientId);
        open.delete(work);
        onDone();
        loop.wake();
      });
    open.add(work);
  };
  const loop = startPollLoop(
    { log, failure: 'automations: calling addresses failed, retrying', retryMs: pollMs, restMs },
    async () => {
      for (const clientId of await listCallingAccounts(platform.db.system.statements('automations'))) {
        const own = openOf.get(clientId) ?? new Set();
        const free = Math.min(mostOfAccount - own.size, mostAtOnce - open.size);
        if (free <= 0) continue;
        const due = await platform.db.withTenant(clientId, (tx) => listDueCalls(tx, free + own.size), {
          readOnly: true,
        });
        openOf.set(clientId, own);
        for (const runId of due.filter((id) => !own.has(id)).slice(0, free)) call(clientId, runId, own);
      }
      return pollMs;
    },
  );
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      ending.abort();
      await Promise.all(open);
    },
  };
}
