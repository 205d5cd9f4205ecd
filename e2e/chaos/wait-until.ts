import { setTimeout as delay } from 'node:timers/promises';

export { delay };

/**
 * Polls until a condition is satisfied.
 * @param withinMs timeout in milliseconds
 * @param what text for the error
 * @throws Error on timeout
 */
export async function until<T>(
  what: string,
  withinMs: number,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  everyMs = 20,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${Math.round(withinMs)} ms`);
    await delay(everyMs);
  }
}
