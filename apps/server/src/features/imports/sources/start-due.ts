import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Worker } from '../../../platform/feature.ts';
import { newId } from '../../../platform/ids.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import { nextDueAt } from '../../../platform/next-due.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { getClient } from '../../accounts/public.ts';
import { listDueSources } from './due-sources-query.ts';
import { enqueueRun } from './run-kind.ts';
import { insertRun, insertSkippedRun } from './run-repo.ts';
import { lockSource, updateSource } from './source-repo.ts';

const pollMs = 5_000;

/**
 * Starts the runs that are due at a moment, of all accounts. A run, its job and the next due time are one transaction,
 * so each time has its run once, whichever process comes first.
 * @returns how many were started
 */
export async function startDueRuns(platform: Platform, at: Date): Promise<number> {
  let started = 0;
  for (const { client_id: clientId, id } of await listDueSources(platform.db.system.statements('imports'), at)) {
    if (await platform.db.withTenant(clientId, (tx) => startDueRun(tx, id, at))) started++;
  }
  if (started > 0) notifyJobs(platform);
  return started;
}

async function startDueRun(tx: TenantTx, id: string, at: Date): Promise<boolean> {
  const source = await lockSource(tx, id);
  if (source === null || source.state !== 'active' || source.next_at === null) return false;
  const { time_zone } = await getClient(tx);
  const { schedule, next_at: due } = source;
  if (due > at) {
    // Only the time zone changed; hours are the same in every zone.
    const next_at = schedule.every === 'hours' ? due : nextDueAt(schedule, time_zone, due, at);
    await updateSource(tx, { ...source, time_zone, next_at });
    return false;
  }
  const run = { id: newId(), source_id: id, cause: 'schedule' as const, due_at: due };
  const started = await insertRun(tx, run);
  if (started) await enqueueRun(tx, run);
  else await insertSkippedRun(tx, run);
  await updateSource(tx, { ...source, time_zone, next_at: nextDueAt(schedule, time_zone, due, at) });
  return started;
}

/** Starts due runs until stopped. Several processes may do so. */
export function startDueLoop(platform: Platform): Worker {
  const failure = 'imports: the database did not answer, retrying';
  return startPollLoop({ log: platform.log, failure, retryMs: pollMs }, async () => {
    await startDueRuns(platform, new Date());
    return pollMs;
  });
}
