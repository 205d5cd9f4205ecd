/** A response; the body is parsed when it is JSON. */
export type Answer = { status: number; body: unknown };

/** There was no response: connection refused, broken, or timed out. The request may have been applied. */
export class NoAnswer extends Error {
  readonly timedOut: boolean;

  constructor(what: string, cause: unknown) {
    const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
    super(`${what}: ${timedOut ? 'no answer in time' : String(cause)}`, { cause });
    this.timedOut = timedOut;
  }
}

export type CallOptions = { token?: string; body?: unknown; timeoutMs?: number };

const defaultTimeoutMs = 20_000;

/** One HTTP call. @throws NoAnswer */
export async function call(method: string, url: string, options: CallOptions = {}): Promise<Answer> {
  const { token, body, timeoutMs = defaultTimeoutMs } = options;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
  } catch (error) {
    throw new NoAnswer(`${method} ${url}`, error);
  }
}

/** A call that must succeed. @throws Error for any other status */
export async function callOk<T>(method: string, url: string, options: CallOptions = {}): Promise<T> {
  const { status, body } = await call(method, url, options);
  if (status >= 300) throw new Error(`${method} ${url} answered ${status}: ${JSON.stringify(body)}`);
  return body as T;
}

/** Counts of outcomes: a status, `cut off` or `timed out`. */
export class ResponseCounts {
  readonly counts = new Map<string, number>();

  add(outcome: string): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  addFailure(error: unknown): void {
    if (!(error instanceof NoAnswer)) throw error;
    this.add(error.timedOut ? 'timed out' : 'cut off');
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([left], [right]) => left.localeCompare(right)));
  }
}
