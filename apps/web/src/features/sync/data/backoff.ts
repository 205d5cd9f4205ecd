/**
 * How long to wait before the next attempt, in milliseconds: doubling from `baseMs` to `maxMs`, half of it random so
 * that a thousand browsers do not reconnect in the same second after a restart.
 * @param failures attempts that failed in a row, 1 or more
 * @param random 0 to 1
 */
export function backoffMs(failures: number, baseMs: number, maxMs: number, random: number = Math.random()): number {
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(full / 2 + (full / 2) * random);
}
