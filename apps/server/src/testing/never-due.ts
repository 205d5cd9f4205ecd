import { vi } from 'vitest';

const longestMs = 2 ** 31 - 1;

/**
 * Timers of this length that start later in the test are never due: what they would do at last, something else must do at once,
 * however slow the machine is.
 * @returns how many have started
 */
export function neverDue(kind: 'setInterval' | 'setTimeout', ms: number): () => number {
  const start = globalThis[kind] as (run: () => void, afterMs?: number, ...rest: never[]) => unknown;
  let started = 0;
  vi.spyOn(globalThis, kind).mockImplementation(((run: () => void, afterMs?: number, ...rest: never[]) => {
    if (afterMs === ms) started++;
    return start(run, afterMs === ms ? longestMs : afterMs, ...rest);
  }) as never);
  return () => started;
}
