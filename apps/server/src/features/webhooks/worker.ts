import type { Hydrators, Worker, WorkerOptions } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import { type BusyEndpoint, listBusyEndpoints } from './busy-endpoints-query.ts';
import { deliverTo } from './deliver.ts';
import { releaseAllDeliveries } from './delivery-repo.ts';
import { notifyPaused } from './paused-email.ts';

const pollMs = 1_000;
/** Changes come in bursts: they are gathered for this long. */
const gatherMs = 25;

/**
 * Delivers to all endpoints of the installation. Each has its own run, so that a slow or dead one delays no other.
 * Several processes share the deliveries: each is claimed by one.
 */
export function startDeliveries(platform: Platform, hydrators: Hydrators, { soleProcess }: WorkerOptions): Worker {
  const system = platform.db.system.statements('webhooks');
  const running = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const context = {
    platform,
    hydrators,
    signal: ending.signal,
    onPaused: (paused: Parameters<typeof notifyPaused>[1]) => notifyPaused(platform, paused),
  };
  let accounts: ReadonlySet<string> = new Set();
  let released = !soleProcess;

  function start({ client_id: clientId, id }: BusyEndpoint): void {
    const run = deliverTo(context, { clientId, id }).then(
      (worked) => {
        running.delete(id);
        // What came since its last look.
        if (worked) loop.wake();
      },
      (error: unknown) => {
        running.delete(id);
        platform.log.warn({ err: error, webhook: id }, 'webhooks: a run failed, trying again');
      },
    );
    running.set(id, run);
  }

  async function round(): Promise<number> {
    if (!released) await releaseAllDeliveries(system);
    released = true;
    const endpoints = await listBusyEndpoints(system);
    accounts = new Set(endpoints.map(({ client_id }) => client_id));
    for (const endpoint of endpoints) {
      if (endpoint.has_work && !running.has(endpoint.id) && !ending.signal.aborted) start(endpoint);
    }
    return pollMs;
  }

  const failure = 'webhooks: the database did not answer, retrying';
  const loop = startPollLoop({ log: platform.log, failure, retryMs: pollMs }, round);
  let gathering: NodeJS.Timeout | undefined;
  const wakeSoon = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      loop.wake();
    }, gatherMs);
  };
  const offs = [
    platform.notifier.on('changes', (clientId) => {
      if (accounts.has(clientId)) wakeSoon();
    }),
    platform.notifier.on('webhooks', loop.wake),
  ];
  return {
    async stop() {
      for (const off of offs) off();
      clearTimeout(gathering);
      ending.abort();
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}
