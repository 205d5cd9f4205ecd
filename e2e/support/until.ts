/** As patient as the slowest machine a test runs on. */
const timeoutMs = 120_000;
const pauseMs = 50;

/**
 * Polls until a result.
 * @param what names it in the error
 * @param withinMs how long, default two minutes
 * @throws Error with `what` and the last result
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  isSo: (seen: T) => boolean,
  withinMs = timeoutMs,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > deadline)
      throw new Error(`${what} did not come; last seen: ${JSON.stringify(seen)?.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
