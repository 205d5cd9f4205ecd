import type { TenantTx, Transaction } from '../db/sql.ts';
import { whenAvailable } from '../db/when-available.ts';
import type { Platform } from '../platform.ts';
import { startPollLoop } from '../poll-loop.ts';
import {
  abandonAll,
  type ClaimedJob,
  claimJob,
  endJob,
  type JobWeight,
  lockJob,
  nextJobInMs,
  renewJobLease,
  repeatJob,
} from './queue-repo.ts';

/** One run of a job. No other run has its lease. */
export type Job<P extends Record<string, string> = Record<string, string>> = {
  readonly clientId: string;
  readonly id: string;
  readonly payload: P;
  /** Runs since the last commit, including this one. */
  readonly attempt: number;
  /** Aborted when the server stops or the lease was lost: return within seconds, the next run continues. */
  readonly signal: AbortSignal;
  /**
   * A transaction of the account that commits only while this run has the lease: its writes happen once, however
   * often runs are killed.
   * @throws JobLeaseLost when another run has it
   */
  transaction<T>(fn: (tx: TenantTx) => Promise<T>): Promise<T>;
  /** The run has used its time slice: waiting jobs should run first. Return `'again'` to continue later. */
  isSliceOver(): boolean;
};

/** `'again'`: there is more to do; an object: with a delay in milliseconds. */
export type JobResult = undefined | 'again' | { againInMs: number };

/** A kind of job, registered by a feature. */
export type JobKind = {
  name: string;
  run(job: Job): Promise<JobResult>;
  /**
   * Failures in a row before the job is given up. A commit by `transaction` resets the count. Default 8: with the
   * pauses between them about an hour.
   */
  maxAttempts?: number;
  /** Records the failure in the feature's own tables, in the transaction that gives the job up. */
  onGiveUp?(tx: TenantTx, payload: Record<string, string>, reason: string): Promise<void>;
};

/** What a kind of job does, without what its registration needs. */
export type JobCode = Pick<JobKind, 'run' | 'onGiveUp'>;

/** Another run has the lease: this one must stop. */
export class JobLeaseLost extends Error {}

export type JobRunnerOptions = {
  /** No other process shares the database: leases of a crashed predecessor are taken over immediately. */
  soleProcess: boolean;
  /** Concurrent runs in this process. */
  concurrency?: Record<JobWeight, number>;
  leaseMs?: number;
  sliceMs?: number;
  /** First pause after a failure; doubles up to an hour. */
  firstRetryMs?: number;
};

// One heavy job keeps half of a small machine busy; light ones wait for networks.
const defaultConcurrency: Record<JobWeight, number> = { heavy: 1, light: 6 };
const weights: readonly JobWeight[] = ['light', 'heavy'];
const defaultLeaseMs = 30_000;
const defaultSliceMs = 3_000;
const defaultFirstPauseMs = 5_000;
const longestPauseMs = 3_600_000;
/** Notifications may be lost between processes: the queue is read at least this often. */
const idlePollMs = 20_000;
const shortestPollMs = 50;
const defaultMaxAttempts = 8;
/**
 * A job that crashes its process every time is given up; one that is merely interrupted makes progress now and then.
 */
const mostKilledRuns = 50;

export type JobRunner = { stop(): Promise<void> };

/** Runs jobs of all accounts until stopped. Several processes share the work. */
export function startJobs(platform: Platform, kinds: readonly JobKind[], options: JobRunnerOptions): JobRunner {
  const { soleProcess, concurrency = defaultConcurrency, leaseMs = defaultLeaseMs } = options;
  const { system } = platform.db;
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const names = [...byName.keys()];
  const running = new Map<Promise<void>, JobWeight>();
  const ending = new AbortController();

  function start(weight: JobWeight, claimed: ClaimedJob): void {
    const kind = byName.get(claimed.kind);
    if (kind === undefined) throw new Error(`a job of the kind ${claimed.kind} was claimed that nobody runs`);
    const run = runOne(platform, kind, claimed, { ...options, leaseMs, ending: ending.signal }).catch(
      (error: unknown) => platform.log.warn({ err: error, job: claimed.id }, 'job: its end could not be written'),
    );
    running.set(run, weight);
    void run.then(() => {
      running.delete(run);
      loop?.wake();
    });
  }

  async function startWaiting(): Promise<void> {
    for (const weight of weights) {
      while (
        !ending.signal.aborted &&
        [...running.values()].filter((busy) => busy === weight).length < concurrency[weight]
      ) {
        const job = await system.transaction('jobs', (tx) =>
          claimJob(tx, weight, names, leaseMs, platform.serverProcess.id),
        );
        if (job === null) break;
        start(weight, job);
      }
    }
  }

  let takenOver = !soleProcess;
  async function round(): Promise<number> {
    if (!takenOver) await system.transaction('jobs', abandonAll);
    takenOver = true;
    await startWaiting();
    const nextMs = await nextJobInMs(system.statements('jobs'));
    return Math.min(Math.max(nextMs ?? idlePollMs, shortestPollMs), idlePollMs);
  }

  const failure = 'jobs: the database did not answer, retrying';
  const loop = names.length === 0 ? undefined : startPollLoop({ log: platform.log, failure, retryMs: 1_000 }, round);
  const off = platform.notifier.on('jobs', () => loop?.wake());
  return {
    async stop() {
      off();
      ending.abort();
      await loop?.stop();
      await Promise.all(running.keys());
    },
  };
}

type RunContext = JobRunnerOptions & { leaseMs: number; ending: AbortSignal };

async function runOne(platform: Platform, kind: JobKind, claimed: ClaimedJob, context: RunContext): Promise<void> {
  const { leaseMs } = context;
  const { system } = platform.db;
  // Each earlier run ended with its process, or the count would have been checked below.
  if (claimed.attempts > mostKilledRuns) {
    return giveUp(platform, kind, claimed, claimed.last_error ?? 'The server ended each time this was tried.');
  }
  const lost = new AbortController();
  const renewal = setInterval(() => {
    const kept = system.transaction('jobs', (tx) => renewJobLease(tx, claimed, leaseMs));
    kept.catch((error: unknown) => platform.log.debug({ err: error, job: claimed.id }, 'job: lease not kept'));
  }, leaseMs / 3);
  try {
    const result = await kind.run(jobOf(platform, claimed, context, lost));
    await whenAvailable(() => system.transaction('jobs', (tx) => settle(tx, claimed, result)), leaseMs, context.ending);
  } catch (error) {
    if (error instanceof JobLeaseLost) return;
    // Interrupted by a shutdown: not a failure, the next start continues.
    if (context.ending.aborted) return await system.transaction('jobs', (tx) => repeatJob(tx, claimed, 0, null, true));
    await whenAvailable(() => fail(platform, kind, claimed, context, error), leaseMs, context.ending);
  } finally {
    clearInterval(renewal);
  }
}

async function settle(tx: Transaction, claimed: ClaimedJob, result: JobResult): Promise<void> {
  if (result === undefined) await endJob(tx, claimed, 'done', null);
  else await repeatJob(tx, claimed, result === 'again' ? 0 : result.againInMs, null, true);
}

function jobOf(platform: Platform, claimed: ClaimedJob, context: RunContext, lost: AbortController): Job {
  const { leaseMs, sliceMs = defaultSliceMs, ending } = context;
  const began = performance.now();
  return {
    clientId: claimed.client_id,
    id: claimed.id,
    payload: claimed.payload,
    attempt: claimed.attempts,
    signal: AbortSignal.any([ending, lost.signal]),
    isSliceOver: () => ending.aborted || lost.signal.aborted || performance.now() - began > sliceMs,
    async transaction(fn) {
      const result = await platform.db.withTenant(claimed.client_id, async (tx) => {
        if (!(await lockJob(tx, claimed, leaseMs))) {
          lost.abort();
          throw new JobLeaseLost(`the job ${claimed.id} is another run's`);
        }
        return fn(tx);
      });
      claimed.failures = 0;
      return result;
    },
  };
}

async function fail(
  platform: Platform,
  kind: JobKind,
  claimed: ClaimedJob,
  context: RunContext,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  platform.log.warn({ err: error, job: claimed.id, kind: kind.name }, 'job: this run failed');
  if (claimed.failures + 1 >= (kind.maxAttempts ?? defaultMaxAttempts)) return giveUp(platform, kind, claimed, reason);
  const pauseMs = Math.min((context.firstRetryMs ?? defaultFirstPauseMs) * 2 ** claimed.failures, longestPauseMs);
  await platform.db.system.transaction('jobs', (tx) => repeatJob(tx, claimed, pauseMs, reason, false));
}

async function giveUp(platform: Platform, kind: JobKind, claimed: ClaimedJob, reason: string): Promise<void> {
  await platform.db.withTenant(claimed.client_id, async (tx) => {
    if (await endJob(tx, claimed, 'failed', reason)) await kind.onGiveUp?.(tx, claimed.payload, reason);
  });
  platform.log.error({ job: claimed.id, kind: kind.name, reason }, 'job: given up');
}
