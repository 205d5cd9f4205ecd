import type { Log } from './log.ts';

export type PollLoop = {
  /** Starts the next round immediately; during a round, right after it. */
  wake(): void;
  /** Something may have come: ends a rest, but no usual pause. */
  stir(): void;
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
  /**
   * For a loop that is woken or stirred when there is work: while it is not, each pause is twice the last one, up to this.
   * What a lost notification meant is found by then.
   */
  restMs?: number;
};

/*
 * Loops that pause equally long would ask the database at once, each on a connection of its own, which costs it 9 MB. So
 * pauses are up to a tenth shorter, and rounds that nothing woke go one after the other, unless the one before takes long.
 */
const spread = 0.1;
const turnWithinMs = 50;
let before: Promise<unknown> = Promise.resolve();

function inTurn<T>(round: () => Promise<T>): Promise<T> {
  let timeout: NodeJS.Timeout | undefined;
  const longEnough = new Promise((resolve) => {
    timeout = setTimeout(resolve, turnWithinMs);
  });
  const result = Promise.race([before, longEnough]).then(() => {
    clearTimeout(timeout);
    return round();
  });
  before = result.catch(() => undefined);
  return result;
}

const mostDoublings = 10;

/** Runs rounds until stopped. @param round returns the milliseconds until the next round */
export function startPollLoop(options: PollLoopOptions, round: () => Promise<number>): PollLoop {
  const { log, failure, retryMs, firstAfterMs = 0, restMs = 0 } = options;
  const sleep = createSleep();
  const retrySleep = createSleep();
  let stopped = false;
  let isResting = false;
  let isWoken = true;
  let quietRounds = 0;

  async function pause(usualMs: number): Promise<void> {
    const longMs = Math.min(usualMs * 2 ** quietRounds, restMs);
    isResting = longMs > usualMs;
    quietRounds = usualMs > 0 ? Math.min(quietRounds + 1, mostDoublings) : 0;
    await sleep.for(Math.max(usualMs, longMs) * (1 - spread * Math.random()));
    isResting = false;
  }
  const wake = (): void => {
    isWoken = true;
    quietRounds = 0;
    sleep.wake();
  };

  async function run(): Promise<void> {
    if (firstAfterMs > 0) await sleep.for(firstAfterMs);
    while (!stopped) {
      sleep.reset();
      try {
        const look = isWoken ? round : () => inTurn(round);
        isWoken = false;
        const waitMs = await look();
        isWoken ||= waitMs === 0;
        if (!stopped) await pause(waitMs);
      } catch (err) {
        log.warn({ err }, failure);
        if (!stopped) await retrySleep.for(retryMs);
      }
    }
  }
  const running = run();
  return {
    wake,
    stir() {
      if (isResting) wake();
      quietRounds = 0;
    },
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
