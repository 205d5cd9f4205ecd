import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../errors.ts';

const againMs = 250;

/**
 * Writes what has already happened, as the outcome of a call: again and again while the database is unavailable, so
 * that no lease has to run out first and nothing is done a second time. `work` may have been committed before it is
 * repeated.
 * @param withinMs until then it is repeated
 * @param ending aborted when the server stops: it is not repeated any more
 * @throws the error of the last try
 */
export async function whenAvailable<T>(work: () => Promise<T>, withinMs: number, ending: AbortSignal): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || ending.aborted || performance.now() > end) throw error;
      await delay(againMs);
    }
  }
}
