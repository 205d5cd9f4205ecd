import type { JobCode, JobKind } from './runner.ts';

/** A kind of job whose code a start does not load: its first run does. */
export function lateJob(
  { name, maxAttempts }: Pick<JobKind, 'name' | 'maxAttempts'>,
  load: () => Promise<JobCode>,
): JobKind {
  return {
    name,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    run: async (job) => (await load()).run(job),
    onGiveUp: async (tx, payload, reason) => (await load()).onGiveUp?.(tx, payload, reason),
  };
}
