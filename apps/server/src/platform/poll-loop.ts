import type { Log } from './log.ts';

export type PollLoop = {
  /** Starts the next round immediately; during a round, right after it. */
  wake(): void;
  /** Waits for the current round. */
  stop(): Promise<void>;
};

export type PollLoopOptions = {
  log: Log;
  /** Log line of a round that threw. */
  failure: string;
  /** Pause after a round that threw; a wake does not shorten it. */
  retryMs: number;
  /** Pause before the first round; none by default. */
  firstAfterMs?: number;
};

/** Runs rounds until stopped. @param round returns the milliseconds until the next round */
export function startPollLoop(options: PollLoopOptions, round: () => Promise<number>): PollLoop {
  const { log, failure, retryMs, firstAfterMs = 0 } = options;
  const sleep = createSleep();
  const retrySleep = createSleep();
  let stopped = false;

  async function run(): Promise<void> {
    if (firstAfterMs > 0) await sleep.for(firstAfterMs);
    while (!stopped) {
      sleep.reset();
      try {
        const waitMs = await round();
        if (!stopped) await sleep.for(waitMs);
      } catch (err) {
        log.warn({ err }, failure);
        if (!stopped) await retrySleep.for(retryMs);
      }
    }
  }
  const running = run();
  return {
    wake: sleep.wake,
    async stop() {
      stopped = true;
      sleep.wake();
      retrySleep.wake();
      await running;
    },
  };
}

export type Sleep = {
  /** Ends the sleep, or the next one when none is in progress. */
  wake(): void;
  /** Forgets an earlier wake. */
  reset(): void;
  for(ms: number): Promise<void>;
};

/** A sleep that can be ended early. */
export function createSleep(): Sleep {
  let woken = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      woken = true;
      end?.();
    },
    reset() {
      woken = false;
    },
    async for(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        end = undefined;
      }
      woken = false;
    },
  };
}
