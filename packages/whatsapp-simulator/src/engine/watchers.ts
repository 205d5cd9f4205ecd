import type { Database } from '../storage/database.ts';

/** Long polls that wait for a phone. */
export interface Watchers {
  /** Resolves when the phone changed, the time is over, the caller disconnected, or the simulator stops. */
  wait(account: number, phone: string, timeoutMs: number, gone: AbortSignal): Promise<void>;
  /** The phone or one of its messages changed; waiting polls check again once the change is in the database. */
  notify(account: number, phone: string): void;
  stop(): void;
}

export function createWatchers(database: Database): Watchers {
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
      database.afterCommit(() => {
        for (const wake of [...(waiting.get(key) ?? [])]) wake();
      });
    },
    stop() {
      stopped = true;
      for (const polls of [...waiting.values()]) for (const wake of [...polls]) wake();
    },
  };
}
