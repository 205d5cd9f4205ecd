import { AppError } from '../../platform/errors.ts';

/** Limits how many tasks run at once and how many may wait. */
export type ConcurrencyLimit = {
  /** @throws AppError('unavailable') when too many are waiting */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** @param kept capacity reserved for others @throws AppError('unavailable') when too many are waiting now */
  refuseWhenFull(kept?: number): void;
  isIdle(): boolean;
};

export function createConcurrencyLimit(atOnce: number, waitingAtMost: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;

  function refuseWhenFull(kept = 0): void {
    if (waiting.length >= waitingAtMost - kept) {
      throw new AppError('unavailable', {
        message: 'Too many sign-ins at once. Try again in a moment.',
        retryAfterS: 2,
      });
    }
  }

  return {
    async run(work) {
      if (running >= atOnce) {
        refuseWhenFull();
        await new Promise<void>((start) => waiting.push(start));
      } else {
        running++;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        // A waiting task takes over the capacity directly, so that no new one gets in between.
        if (next === undefined) running--;
        else next();
      }
    },
    refuseWhenFull,
    isIdle: () => running === 0,
  };
}

/** A separate concurrency limit for each key, deleted when idle. */
export function createKeyedConcurrencyLimit(
  atOnce: number,
  waitingAtMost: number,
): { run<T>(key: string, work: () => Promise<T>): Promise<T> } {
  const turnstiles = new Map<string, ConcurrencyLimit>();
  return {
    async run(key, work) {
      const turnstile = turnstiles.get(key) ?? createConcurrencyLimit(atOnce, waitingAtMost);
      turnstiles.set(key, turnstile);
      try {
        return await turnstile.run(work);
      } finally {
        if (turnstile.isIdle()) turnstiles.delete(key);
      }
    },
  };
}
