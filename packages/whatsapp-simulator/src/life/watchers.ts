import type { Books } from '../storage/books.ts';

/** Long polls waiting for a phone. */
export interface Watchers {
  /** Resolves when the phone changed, the time is over, the caller went away, or the simulator ends. */
  wait(account: number, phone: string, timeoutMs: number, gone: AbortSignal): Promise<void>;
  /** The phone or one of its messages changed; whoever waits looks once the change is in the books. */
  notify(account: number, phone: string): void;
  stop(): void;
}

export function createWatchers(books: Books): Watchers {
  const waiting = new Map<string, Set<() => void>>();
  let stopped = false;
  const keyOf = (account: number, phone: string) => `${account}/${phone}`;

  return {
    wait(account, phone, timeoutMs, gone) {
      if (stopped || gone.aborted) return Promise.resolve();
      const key = keyOf(account, phone);
      const polls = waiting.get(key) ?? new Set();
      waiting.set(key, polls);
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          gone.removeEventListener('abort', wake);
          polls.delete(wake);
          if (polls.size === 0 && waiting.get(key) === polls) waiting.delete(key);
          resolve();
        };
        const timer = setTimeout(wake, timeoutMs);
        gone.addEventListener('abort', wake);
        polls.add(wake);
      });
    },
    notify(account, phone) {
      const key = keyOf(account, phone);
      if (!waiting.has(key)) return;
      books.afterCommit(() => {
        for (const wake of [...(waiting.get(key) ?? [])]) wake();
      });
    },
    stop() {
      stopped = true;
      for (const polls of [...waiting.values()]) for (const wake of [...polls]) wake();
    },
  };
}
