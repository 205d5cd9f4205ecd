import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

export type HttpRequest = {
  origin: string;
  path: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  /** A stream is destroyed when the exchange ends before it was read. */
  body: Buffer | Readable | null;
  /** For the whole exchange, from the call to the last byte of the response. */
  timeoutMs: number;
  maxAnswerBytes: number;
  signal: AbortSignal | undefined;
};

export type HttpAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Why there is no response; `invalid` means that the request itself cannot be sent as HTTP. */
export type NoAnswerReason = 'timeout' | 'connection_lost' | 'aborted' | 'too_large' | 'invalid';

/**
 * The result of an exchange. The distinction between the second and the third decides whether a message may be sent
 * again: `not_sent` means that no byte of the request was written.
 */
export type HttpOutcome =
  | { kind: 'answer'; answer: HttpAnswer }
  | { kind: 'not_sent'; reason: NoAnswerReason; detail: string }
  | {
      kind: 'lost';
      reason: NoAnswerReason;
      /** Set when the header of a response arrived before the connection was lost. */
      status: number | null;
      detail: string;
    };

/**
 * Does one HTTP exchange and returns its result. Never rejects; redirects are responses like any other.
 * @param dispatcher must use HTTP/1.1 without pipelining: with HTTP/2 undici may move a request to a new connection
 */
export function exchange(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpOutcome> {
  const { promise, resolve } = Promise.withResolvers<HttpOutcome>();
  if (request.signal?.aborted === true) {
    return Promise.resolve({ kind: 'not_sent', reason: 'aborted', detail: 'aborted by the caller' });
  }
  const handler = new ExchangeHandler(request, resolve);
  const { origin, path, method, headers, body } = request;
  try {
    // Our timer is exact and includes connecting and queueing; undici's timeouts are disabled.
    dispatcher.dispatch({ origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, handler);
  } catch (error) {
    handler.fail(error);
  }
  return promise;
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #request: HttpRequest;
  readonly #resolve: (outcome: HttpOutcome) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#stop('aborted', 'aborted by the caller');
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status: number | null = null;
  #headers: HttpAnswer['headers'] = {};
  #chunks: Buffer[] = [];
  #sizeBytes = 0;

  constructor(request: HttpRequest, resolve: (outcome: HttpOutcome) => void) {
    this.#request = request;
    this.#resolve = resolve;
    const { timeoutMs, signal } = request;
    this.#timer = setTimeout(() => this.#stop('timeout', `no complete answer within ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /**
   * Called once a connection is available, in the same step in which the first byte is written: the point of no
   * return.
   */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled || this.#controller !== null) {
      // Aborted while queued; or undici would write the request a second time, which must never happen. Throwing
      // here, unlike abort(), leaves the new connection to the next request.
      throw new Error('the request is not wanted any more');
    }
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HttpAnswer['headers']): void {
    // Interim answers (1xx) precede the real one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > this.#request.maxAnswerBytes) {
      this.#stop('too_large', `an answer of more than ${this.#request.maxAnswerBytes} bytes`);
      return;
    }
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#status === null) return;
    const answer = { status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) };
    this.#settle({ kind: 'answer', answer });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    const code = codeOf(error);
    this.#giveUp(code === 'UND_ERR_INVALID_ARG' ? 'invalid' : 'connection_lost', code ?? String(error));
  }

  #stop(reason: NoAnswerReason, detail: string): void {
    const controller = this.#controller;
    this.#giveUp(reason, detail);
    controller?.abort(new Error(detail));
  }

  #giveUp(reason: NoAnswerReason, detail: string): void {
    if (this.#controller === null) this.#settle({ kind: 'not_sent', reason, detail });
    else this.#settle({ kind: 'lost', reason, status: this.#status, detail });
  }

  #settle(outcome: HttpOutcome): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    this.#chunks = [];
    const { body } = this.#request;
    if (body !== null && 'destroy' in body) body.destroy();
    this.#resolve(outcome);
  }
}

/** The error's code: short, and unlike its message without addresses or header values. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
