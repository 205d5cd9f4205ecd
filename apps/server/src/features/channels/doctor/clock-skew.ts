const timeoutMs = 5_000;

/**
 * How far this machine's clock is ahead of a server's, by the Date header of any answer, which counts whole seconds.
 * @returns milliseconds, null when the server sent none
 */
export async function measureSkewMs(address: string): Promise<number | null> {
  const beganMs = Date.now();
  try {
    const response = await fetch(address, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const saidMs = Date.parse(response.headers.get('date') ?? '');
    const middleMs = (beganMs + Date.now()) / 2;
    return Number.isFinite(saidMs) ? Math.round(middleMs - (saidMs + 500)) : null;
  } catch {
    // Not reachable: other checks report it.
    return null;
  }
}
