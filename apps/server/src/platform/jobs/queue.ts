import type { Executor } from '../db/sql.ts';
import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import { insertJobs, type Lane } from './queue-repo.ts';

export type NewJob = {
  clientId: string;
  /** `<feature>.<what>`, the name of a kind that the worker knows. */
  kind: string;
  /** Ids of what the job is about, never the content. */
  payload: Record<string, string>;
  /** The same id again enqueues nothing. Default: a new one. */
  id?: string;
  /** Jobs of one account with the same key never run at once. Default: the id. */
  key?: string;
  /** `heavy` keeps the database busy, `light` mostly waits for others. Default: `heavy`. */
  lane?: Lane;
  /** Smaller first among the jobs of one account, default 0. */
  priority?: number;
  /** Milliseconds from now before which it does not run. */
  delayMs?: number;
};

/**
 * Writes jobs with whatever else the transaction does: they run if and only if it is committed. Call `hintJobs`
 * afterwards, or they start at the workers' next slow look.
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
      lane: job.lane ?? ('heavy' as const),
      key: job.key ?? id,
      payload: job.payload,
      priority: job.priority ?? 0,
      delay_ms: Math.round(job.delayMs ?? 0),
    };
  });
  await insertJobs(tx, rows);
  return rows.map(({ id }) => id);
}

/** Something may be due: the workers look at once. */
export function hintJobs(platform: Pick<Platform, 'signal'>): void {
  platform.signal.hint('jobs', '');
}
