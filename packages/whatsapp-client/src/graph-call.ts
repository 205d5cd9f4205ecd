import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';

/** The URL of Graph: `https://graph.facebook.com`, or the simulator with its path. */
export type GraphBase = { origin: string; pathPrefix: string };

export type GraphCall = {
  /** Below the version, without a leading slash; ids in it must be encoded already. */
  path: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Null for the one call that contains its secret itself (exchange of a sign-up code). */
  accessToken: string | null;
  /** `Bearer` unless Graph documents otherwise: resumable uploads use `OAuth`. */
  scheme?: 'Bearer' | 'OAuth';
  body?: unknown;
  /** Instead of `body`: bytes other than JSON. A stream is read once; its size must be known. */
  raw?: RawBody;
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number;
  signal?: AbortSignal;
};

export type RawBody = { content: Buffer | Readable; sizeBytes: number; contentType: string };

/** The common parameters of every call. `timeoutMs` covers the whole call, including waiting for a connection. */
export type CallBasics = { accessToken: string; timeoutMs?: number; signal?: AbortSignal };

/** One exchange with Graph over the client's connections; never rejects. */
export type Caller = (call: GraphCall) => Promise<HttpOutcome>;

export type HttpAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Why there is no response; `invalid` means that the request itself cannot be sent as HTTP. */
type NoAnswerReason = 'timeout' | 'connection_lost' | 'aborted' | 'too_large' | 'invalid';

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

export type ClientOptions = {
  /** `https://graph.facebook.com`, or the simulator with its path. */
  baseUrl: string;
  /** `v23.0` or `23.0`. */
  version: string;
  /** Replaces the client's connections; must not use HTTP/2 or pipelining (see `callGraph`). */
  dispatcher?: Dispatcher;
  /** Connections per origin, and so sends in flight; 512 support 1,000 sends/s at 400 ms. */
  maxConnections?: number;
};

/** Long enough for a slow WhatsApp; slower calls are unknown and settled by statuses. */
export const DEFAULT_TIMEOUT_MS = 20_000;

/** Responses are a few hundred bytes; Graph never sends a megabyte. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * @param baseUrl http or https, without query; a path is allowed
 * @param version `v23.0` or `23.0`
 * @throws TypeError on anything else: it is configuration, checked at startup
 */
export function parseGraphBase(baseUrl: string, version: string): GraphBase {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new TypeError(`Graph base address is not usable: ${baseUrl}`);
  }
  const number = /^v?(\d{1,3}\.\d{1,2})$/.exec(version)?.[1];
  if (number === undefined) throw new TypeError(`Graph version is not usable: ${version}`);
  return { origin: url.origin, pathPrefix: `${url.pathname.replace(/\/+$/, '')}/v${number}` };
}

/** An id for use as one path segment. */
export function segment(id: string): string {
  return encodeURIComponent(id.toWellFormed()).replaceAll('.', '%2E');
}

/** The calls of one client, over connections of their own. */
export type Calls = {
  /** One call with JSON in and out. Never rejects; redirects are responses like any other. */
  call: Caller;
  connections(): Dispatcher | Promise<Dispatcher>;
  close(): Promise<void>;
};

export function createCalls(base: GraphBase, { dispatcher, maxConnections }: ClientOptions): Calls {
  let agent: Promise<Agent> | undefined;
  const connections = () => {
    if (dispatcher !== undefined) return dispatcher;
    agent ??= createAgent(maxConnections ?? 512);
    return agent;
  };
  const open = new Set<Promise<HttpOutcome>>();
  let closing = false;
  return {
    connections,
    call(request) {
      if (closing) return Promise.resolve({ kind: 'not_sent', reason: 'aborted', detail: 'the client is closed' });
      const outcome = (async () => callGraph(await connections(), base, request))();
      open.add(outcome);
      return outcome.finally(() => open.delete(outcome));
    },
    async close() {
      closing = true;
      await Promise.allSettled(open);
      // Not dispatcher.close(): it would wait for connections that only abandoned requests still want.
      await (await agent)?.destroy();
    },
  };
}

/** HTTP/1.1 only and one request at a time on a connection: only then is "not sent" certain (see `callGraph`). */
async function createAgent(connections: number): Promise<Agent> {
  const library = await import('undici');
  return new library.Agent({
    allowH2: false,
    pipelining: 1,
    connections,
    connect: { timeout: 5_000 },
    // Shorter than the 5 s and more of common servers: a connection that the server closes during a send makes it
    // unknown.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
  });
}

/**
 * @param dispatcher must use HTTP/1.1 without pipelining: with HTTP/2 undici may move a request to a new connection
 */
function callGraph(dispatcher: Dispatcher, base: GraphBase, call: GraphCall): Promise<HttpOutcome> {
  const { raw, accessToken, method, signal } = call;
  if (signal?.aborted === true) {
    return Promise.resolve({ kind: 'not_sent', reason: 'aborted', detail: 'aborted by the caller' });
  }
  const json = call.body === undefined ? null : Buffer.from(JSON.stringify(call.body));
  const body = raw?.content ?? json;
  const headers = {
    ...(accessToken === null ? {} : { authorization: `${call.scheme ?? 'Bearer'} ${accessToken}` }),
    accept: 'application/json',
    ...(json === null ? {} : { 'content-type': 'application/json' }),
    ...(raw === undefined ? {} : { 'content-type': raw.contentType, 'content-length': String(raw.sizeBytes) }),
    ...call.headers,
  };
  const { promise, resolve } = Promise.withResolvers<HttpOutcome>();
  const timeoutMs = call.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const handler = new ExchangeHandler({ body, timeoutMs, signal }, resolve);
  const path = `${base.pathPrefix}/${call.path}`;
  try {
    // Our timer is exact and includes connecting and queueing; undici's timeouts are disabled.
    dispatcher.dispatch(
      { origin: base.origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 },
      handler,
    );
  } catch (error) {
    handler.fail(error);
  }
  return promise;
}

type Exchange = {
  /** A stream is destroyed when the exchange ends before it was read. */
  body: Buffer | Readable | null;
  /** For the whole exchange, from the call to the last byte of the response. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
};

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange;
  readonly #resolve: (outcome: HttpOutcome) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#stop('aborted', 'aborted by the caller');
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status: number | null = null;
  #headers: HttpAnswer['headers'] = {};
  #chunks: Buffer[] = [];
  #sizeBytes = 0;

  constructor(exchange: Exchange, resolve: (outcome: HttpOutcome) => void) {
    this.#exchange = exchange;
    this.#resolve = resolve;
    const { timeoutMs, signal } = exchange;
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
    if (this.#sizeBytes > MAX_ANSWER_BYTES) {
      this.#stop('too_large', `an answer of more than ${MAX_ANSWER_BYTES} bytes`);
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
    this.#exchange.signal?.removeEventListener('abort', this.#onAbort);
    this.#chunks = [];
    const { body } = this.#exchange;
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
