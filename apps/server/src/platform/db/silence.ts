import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';

/** A call that has waited this long, while nothing came from the database, has it asked. */
const askAfterMs = 200;
/** With the time before, a call that the database does not answer is answered within a second. */
const answerWithinMs = 600;
const lookMs = 50;
/** While it is silent, and while a call waits for something else. */
const askAgainMs = { silent: 500, waiting: 5_000 };
/** A timer this late means that this process stood still, not the database. */
const lateMs = 200;

/** Nothing comes from the database although it is asked. */
export class DatabaseSilent extends Error {}

/** Whether the database answers: the one source for calls, `/readyz` and `/metrics`. */
export type Silence = {
  /** Bytes came from the database. */
  heard(): void;
  /** Asks the database now; several at once share the answer. @returns the error; null when it answered */
  ask(): Promise<Error | null>;
  /**
   * Runs work that waits for the database. Work that is given up may still end, and what it writes may be committed.
   * @throws DatabaseSilent instead of waiting for a database from which nothing comes
   */
  unlessSilent<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
};

type Waiting = { since: number; giveUp: (error: DatabaseSilent) => void };

/** @param probe asks on a connection of its own; throws when the answer does not come within the time */
export function watchSilence(probe: (withinMs: number) => Promise<void>): Silence {
  const waiting = new Set<Waiting>();
  let silent: DatabaseSilent | null = null;
  let heardAt = performance.now();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<Error | null> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function heard(): void {
    heardAt = performance.now();
    silent = null;
  }

  async function tryOnce(): Promise<Error | null> {
    for (;;) {
      askedAt = performance.now();
      try {
        await probe(answerWithinMs);
        heard();
        return null;
      } catch (error) {
        const tookMs = performance.now() - askedAt;
        // What came while this process was busy is read first.
        await turn();
        if (tookMs > answerWithinMs + lateMs) continue;
        const known = error instanceof Error ? error : new Error(String(error));
        if (tookMs >= answerWithinMs && heardAt < askedAt) fallSilent(known);
        return known;
      }
    }
  }

  function ask(): Promise<Error | null> {
    asking ??= tryOnce().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  function fallSilent(cause: Error): void {
    silent = new DatabaseSilent(cause.message, { cause });
    for (const { giveUp } of waiting) giveUp(silent);
    waiting.clear();
    watch();
  }

  function watch(): void {
    timer ??= setInterval(look, lookMs).unref();
  }

  function look(): void {
    const now = performance.now();
    if (silent === null && waiting.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (asking === undefined && isDoubtful(now)) void ask();
  }

  function isDoubtful(now: number): boolean {
    if (silent !== null) return now - askedAt >= askAgainMs.silent;
    if (now - heardAt < askAfterMs) return false;
    for (const { since } of waiting) {
      const doubtedAt = since + askAfterMs;
      if (now >= doubtedAt && (askedAt < doubtedAt || now - askedAt >= askAgainMs.waiting)) return true;
    }
    return false;
  }

  return {
    heard,
    ask,
    unlessSilent(work) {
      if (silent !== null) return Promise.reject(silent);
      watch();
      return new Promise((resolve, reject) => {
        const entry: Waiting = { since: performance.now(), giveUp: reject };
        waiting.add(entry);
        work()
          .then(resolve, reject)
          .finally(() => waiting.delete(entry));
      });
    },
    close: () => clearInterval(timer),
  };
}
