import { AppError } from '../../platform/errors.ts';

/** Lets a few pieces of work run at once and a bounded number wait. */
export type Turnstile = {
  /** @throws AppError('unavailable') when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** @throws AppError('unavailable') when too many wait now */
  refuseWhenFull(): void;
  isIdle(): boolean;
};

export function createTurnstile(atOnce: number, waitingAtMost: number): Turnstile {
  const waiting: (() => void)[] = [];
  let running = 0;

  function refuseWhenFull(): void {
    if (waiting.length >= waitingAtMost) {
      throw new AppError('unavailable', { message: 'Too many people sign in right now.', retryAfterS: 2 });
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
        // Whoever waits takes over the place, so that nobody slips in between.
        if (next === undefined) running--;
        else next();
      }
    },
    refuseWhenFull,
    isIdle: () => running === 0,
  };
}

/** A turnstile for each key that has work, forgotten when it has none. */
export function createKeyedTurnstile(
  atOnce: number,
  waitingAtMost: number,
): { run<T>(key: string, work: () => Promise<T>): Promise<T> } {
  const turnstiles = new Map<string, Turnstile>();
  return {
    async run(key, work) {
      const turnstile = turnstiles.get(key) ?? createTurnstile(atOnce, waitingAtMost);
      turnstiles.set(key, turnstile);
      try {
        return await turnstile.run(work);
      } finally {
        if (turnstile.isIdle()) turnstiles.delete(key);
      }
    },
  };
}
