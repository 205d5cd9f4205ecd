import type { TenantTx, Transaction } from '../db/sql.ts';
import type { Platform } from '../platform.ts';
import {
  abandonAll,
  type ClaimedJob,
  claimJob,
  endJob,
  holdJob,
  keepJob,
  type Lane,
  nextJobInMs,
  repeatJob,
} from './queue-repo.ts';

/** One run of a job. Whoever runs it does so alone, as far as the database is concerned. */
export type Job<P extends Record<string, string> = Record<string, string>> = {
  readonly clientId: string;
  readonly id: string;
  readonly payload: P;
  /** Runs since something was last committed, this one included. */
  readonly attempt: number;
  /** Ends when the server stops or the job was lost: let go within seconds, the next run goes on. */
  readonly signal: AbortSignal;
  /**
   * A transaction of the account that takes effect only while this run holds the job: what it writes is written once,
   * however often runs are killed.
   * @throws JobLost when another run has it
   */
  transaction<T>(fn: (tx: TenantTx) => Promise<T>): Promise<T>;
  /** The run has had its share: others that wait should come first. Return `'again'` to go on later. */
  isSliceOver(): boolean;
};

/** `'again'`: there is more to do; an object: not before so many milliseconds have passed. */
export type JobResult = undefined | 'again' | { againInMs: number };

/** What a feature gives to have its work done. */
export type JobKind = {
  name: string;
  run(job: Job): Promise<JobResult>;
  /**
   * Runs that may fail in a row before the job is given up. What was committed by `transaction` begins the count anew.
   * Default 8: with the pauses between them about an hour.
   */
  maxAttempts?: number;
  /** Says so in the feature's own tables, in the transaction that gives the job up. */
  gaveUp?(tx: TenantTx, payload: Record<string, string>, reason: string): Promise<void>;
};

/** Another run holds the job: this one has nothing more to say. */
export class JobLost extends Error {}

export type JobRunnerOptions = {
  /** No other process shares the database: what a crashed predecessor held is taken over at once. */
  soleProcess: boolean;
  /** Runs at once in this process. */
  slots?: Record<Lane, number>;
  leaseMs?: number;
  sliceMs?: number;
  /** First pause after a failure; doubles up to an hour. */
  firstPauseMs?: number;
};

// One heavy job keeps half of a small machine busy; light ones wait for networks.
const defaultSlots: Record<Lane, number> = { heavy: 1, light: 6 };
const lanes: readonly Lane[] = ['light', 'heavy'];
const defaultLeaseMs = 30_000;
const defaultSliceMs = 3_000;
const defaultFirstPauseMs = 5_000;
const longestPauseMs = 3_600_000;
/** Hints may be lost between processes. */
const slowLookMs = 20_000;
const defaultMaxAttempts = 8;
/** A job that takes its process along every time is poison; one that is merely killed gets further now and then. */
const mostKilledRuns = 50;

export type JobRunner = { stop(): Promise<void> };

/** Runs jobs of all accounts until stopped. Several processes at once share the work. */
export function startJobs(platform: Platform, kinds: readonly JobKind[], options: JobRunnerOptions): JobRunner {
  const { soleProcess, slots = defaultSlots, leaseMs = defaultLeaseMs } = options;
  const { system } = platform.db;
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const names = [...byName.keys()];
  const running = new Map<Promise<void>, Lane>();
  const ending = new AbortController();
  const pulse = createPulse();
  const off = platform.signal.on('jobs', pulse.wake);

  function begin(lane: Lane, claimed: ClaimedJob): void {
    const kind = byName.get(claimed.kind);
    if (kind === undefined) throw new Error(`a job of the kind ${claimed.kind} was claimed that nobody runs`);
    const run = runOne(platform, kind, claimed, { ...options, leaseMs, ending: ending.signal }).catch(
      (error: unknown) => platform.log.warn({ err: error, job: claimed.id }, 'job: its end could not be written'),
    );
    running.set(run, lane);
    void run.then(() => {
      running.delete(run);
      pulse.wake();
    });
  }

  async function fill(): Promise<void> {
    for (const lane of lanes) {
      while (!ending.signal.aborted && [...running.values()].filter((busy) => busy === lane).length < slots[lane]) {
        const job = await system.transaction('jobs', (tx) => claimJob(tx, lane, names, leaseMs));
        if (job === null) break;
        begin(lane, job);
      }
    }
  }

  async function loop(): Promise<void> {
    let takenOver = !soleProcess;
    while (!ending.signal.aborted) {
      let sleepMs = slowLookMs;
      try {
        if (!takenOver) await system.transaction('jobs', abandonAll);
        takenOver = true;
        await fill();
        sleepMs = Math.min((await nextJobInMs(system.statements('jobs'))) ?? slowLookMs, slowLookMs);
      } catch (error) {
        sleepMs = 1_000;
        platform.log.warn({ err: error }, 'jobs: the database did not answer, trying again');
      }
      if (!ending.signal.aborted) await pulse.sleep(Math.max(sleepMs, 50));
    }
  }

  const looping = names.length === 0 ? Promise.resolve() : loop();
  return {
    async stop() {
      off();
      ending.abort();
      pulse.wake();
      await looping;
      await Promise.all(running.keys());
    },
  };
}

/** A sleep that ends early when woken; a wake while nobody sleeps ends the next sleep at once. */
function createPulse(): { wake: () => void; sleep(ms: number): Promise<void> } {
  let awake = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      awake = true;
      end?.();
    },
    async sleep(ms) {
      if (!awake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      end = undefined;
      awake = false;
    },
  };
}

type RunContext = JobRunnerOptions & { leaseMs: number; ending: AbortSignal };

async function runOne(platform: Platform, kind: JobKind, claimed: ClaimedJob, context: RunContext): Promise<void> {
  const { leaseMs } = context;
  const { system } = platform.db;
  // Each earlier run died with its process, or the count would have been looked at below.
  if (claimed.attempts > mostKilledRuns) {
    return giveUp(platform, kind, claimed, claimed.last_error ?? 'The server ended each time this was tried.');
  }
  const lost = new AbortController();
  const keeper = setInterval(() => {
    const kept = system.transaction('jobs', (tx) => keepJob(tx, claimed, leaseMs));
    kept.catch((error: unknown) => platform.log.debug({ err: error, job: claimed.id }, 'job: lease not kept'));
  }, leaseMs / 3);
  try {
    const result = await kind.run(jobOf(platform, claimed, context, lost));
    await system.transaction('jobs', (tx) => settle(tx, claimed, result));
  } catch (error) {
    if (error instanceof JobLost) return;
    // Interrupted by the end of the server: no failure, the next start goes on.
    if (context.ending.aborted) return await system.transaction('jobs', (tx) => repeatJob(tx, claimed, 0, null, true));
    await fail(platform, kind, claimed, context, error);
  } finally {
    clearInterval(keeper);
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
        if (!(await holdJob(tx, claimed, leaseMs))) {
          lost.abort();
          throw new JobLost(`the job ${claimed.id} is another run's`);
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
  const pauseMs = Math.min((context.firstPauseMs ?? defaultFirstPauseMs) * 2 ** claimed.failures, longestPauseMs);
  await platform.db.system.transaction('jobs', (tx) => repeatJob(tx, claimed, pauseMs, reason, false));
}

async function giveUp(platform: Platform, kind: JobKind, claimed: ClaimedJob, reason: string): Promise<void> {
  await platform.db.withTenant(claimed.client_id, async (tx) => {
    if (await endJob(tx, claimed, 'failed', reason)) await kind.gaveUp?.(tx, claimed.payload, reason);
  });
  platform.log.error({ job: claimed.id, kind: kind.name, reason }, 'job: given up');
}
