import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { JobRunnerOptions } from '../platform/jobs/runner.ts';

export type WorkerOrder = {
  ownerUrl: string;
  /**
   * The jobs of a feature (of answering its worker, of automations their engine, of reports their counter, of closing with the questions for
   * ratings that follow it), or one that increments the rows of a test's table `job_probe`.
   */
  jobs:
    | 'answering'
    | 'automations'
    | 'broadcasts'
    | 'closing'
    | 'history'
    | 'imports'
    | 'notifications'
    | 'ratings'
    | 'reports'
    | 'transcripts'
    | 'counting';
  runner: JobRunnerOptions;
  /** Private `host:port` that it may call. */
  allowedHosts?: string;
  /** Where the files are. */
  dataDir?: string;
  /** The number of the job's last transaction, from 1; without it the worker lives until it is killed. */
  killAt?: number;
  /** From the start of that transaction to the kill. */
  afterMs?: number;
};

/** Starts a process that runs jobs; it sends `started` when ready. */
export function startWorker(order: WorkerOrder): ChildProcess {
  return fork(join(import.meta.dirname, 'worker.fixture.ts'), [JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
