import { whenAvailable } from '../../../platform/db/when-available.ts';
import type { Worker, WorkerOptions } from '../../../platform/feature.ts';
import { idFromKey, newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { presentEvent } from '../audit-handlers.ts';
import {
  claimBatch,
  type DueForwarding,
  listBatchEvents,
  listDueForwardings,
  rebasePositions,
  releaseForwardings,
  settleFailed,
  settleTaken,
} from './batch-repo.ts';
import { sendBatch } from './send-batch.ts';

const pollMs = 2_000;
const restMs = 8_000;
const mostEvents = 100;
const leaseS = 40;
/** How long an outcome waits for the database. */
const settleWithinMs = 20_000;
const [firstRetryS, lastRetryS] = [5, 900];

/** The seconds before a batch is tried again. @param failures those before this one */
export function retryPauseS(failures: number, random: number): number {
  return Math.min(lastRetryS, firstRetryS * 2 ** Math.min(failures, 10)) * (1 + random / 10);
}

/**
 * Forwards the audit logs of all accounts. Each forwarding has its own run, so that a slow receiver delays no other, and
 * one batch in progress, so that events arrive in their order.
 */
export function startForwarder(platform: Platform, { soleProcess }: WorkerOptions): Worker {
  const system = platform.db.system.statements('audit');
  const running = new Map<string, Promise<void>>();
  const ending = new AbortController();
  let isReady = false;

  function start(due: DueForwarding): void {
    const run = forward(platform, due, ending.signal)
      .catch((error: unknown) =>
        platform.log.warn({ err: error, forwarding: due.id }, 'audit log: forwarding failed, trying again'),
      )
      .finally(() => {
        running.delete(due.id);
      });
    running.set(due.id, run);
  }

  async function round(): Promise<number> {
    if (!isReady) {
      await rebasePositions(system, new Date(Date.now() - 60_000));
      if (soleProcess) await releaseForwardings(system);
      isReady = true;
    }
    for (const due of await listDueForwardings(system)) {
      if (!running.has(due.id) && !ending.signal.aborted) start(due);
    }
    return pollMs;
  }

  const failure = 'audit log: the database did not answer, retrying';
  const loop = startPollLoop({ log: platform.log, failure, retryMs: pollMs, restMs }, round);
  const off = platform.notifier.on('audit_forwardings', loop.wake);
  return {
    async stop() {
      off();
      ending.abort();
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}

/** Sends batch after batch until nothing waits or one is not taken. */
async function forward(platform: Platform, { client_id, id }: DueForwarding, signal: AbortSignal): Promise<void> {
  const { withTenant } = platform.db;
  while (!signal.aborted) {
    const claimId = newId();
    const batch = await withTenant(client_id, (tx) => claimBatch(tx, { id, claimId, leaseS, most: mostEvents }));
    if (batch === null) return;
    const events = await withTenant(client_id, (tx) => listBatchEvents(tx, id, claimId), { readOnly: true });
    const batchId = idFromKey(client_id, id, String(batch.after_tx), batch.after_id);
    const delivery = { clientId: client_id, forwarding: batch, batchId, type: 'audit.events' } as const;
    const error = await sendBatch(platform, { ...delivery, events: events.map(presentEvent) }, signal);
    // A shutdown is no fault of the receiver: the next process, or another one after the lease, sends the batch again.
    if (error !== null && signal.aborted) return;
    const retryS = retryPauseS(batch.failures, Math.random());
    await whenAvailable(
      () =>
        withTenant(client_id, (tx) =>
          error === null
            ? settleTaken(tx, id, claimId, events.length)
            : settleFailed(tx, id, { claimId, error, retryS }),
        ),
      settleWithinMs,
      signal,
    );
    if (error !== null) return;
  }
}
