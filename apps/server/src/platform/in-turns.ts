import { setImmediate as nextTurn } from 'node:timers/promises';

/** Ten milliseconds or so of reading phone numbers, which take longest. */
const atOnce = 100;

/** Computes something of each of many items; between some of them everyone else is served. */
export async function inTurns<T, R>(items: readonly T[], compute: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % atOnce === 0) await nextTurn();
    results.push(compute(item));
  }
  return results;
}
