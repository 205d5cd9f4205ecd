import type { Executor } from '../db/sql.ts';
import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import { insertJobs, type JobWeight } from './queue-repo.ts';

export type NewJob = {
  clientId: string;
  /** `<feature>.<what>`, the name of a registered kind. */
  kind: string;
  /** Ids that the job needs, never content. */
  payload: Record<string, string>;
  /** The same id again enqueues nothing. Default: a new one. */
  id?: string;
  /** Jobs of one account with the same key never run concurrently. Default: the id. */
  key?: string;
  /** `heavy` keeps the database busy, `light` mostly waits for the network. Default: `heavy`. */
  weight?: JobWeight;
  /** Smaller first among the jobs of one account, default 0. */
  priority?: number;
  /** Delay in milliseconds before it runs. */
  delayMs?: number;
};

/**
 * Inserts jobs in the same transaction: they run if and only if it is committed. Call `notifyJobs` afterwards, or
 * they start at the workers' next slow poll.
 * @returns their ids, in order
 */
export async function enqueueJobs(tx: Executor, jobs: readonly NewJob[]): Promise<string[]> {
  if (jobs.length === 0) return [];
  const rows = jobs.map((job) => {
    const id = job.id ?? newId();
    return {
      client_id: job.clientId,
      id,
      kind: job.kind,
      weight: job.weight ?? ('heavy' as const),
      key: job.key ?? id,
      payload: job.payload,
      priority: job.priority ?? 0,
      delay_ms: Math.round(job.delayMs ?? 0),
    };
  });
  await insertJobs(tx, rows);
  return rows.map(({ id }) => id);
}

/** Jobs may be due: the workers poll immediately. */
export function notifyJobs(platform: Pick<Platform, 'notifier'>): void {
  platform.notifier.notify('jobs', '');
}
