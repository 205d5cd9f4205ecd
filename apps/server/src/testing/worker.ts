import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { JobRunnerOptions } from '../platform/jobs/runner.ts';

export type WorkerOrder = {
  ownerUrl: string;
  /** The jobs of a feature, or one that counts up the rows of a test's table `job_probe`. */
  jobs: 'broadcasts' | 'contacts' | 'counting';
  runner: JobRunnerOptions;
  /** The transaction of a job that is its last, counted from 1; without it the worker lives until it is killed. */
  killAt?: number;
  /** From the beginning of that transaction to the kill. */
  afterMs?: number;
};

/** Starts a process that runs jobs; it sends `started` once it does. */
export function startWorker(order: WorkerOrder): ChildProcess {
  return fork(join(import.meta.dirname, 'worker.fixture.ts'), [JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
