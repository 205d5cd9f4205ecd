import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AddressRefused, findAddressFormatProblem, guardedLookup } from './address.ts';

export type OutboundRequest = {
  /** Default POST. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** For the whole exchange, including DNS and connecting. */
  timeoutMs: number;
  maxAnswerBytes: number;
  /** Private `host:port` that may be called nevertheless. */
  allowed: readonly string[];
  /** Ends the call: `lost`, unless it was not sent yet. */
  signal?: AbortSignal;
};

/**
 * The result of a call to an external URL. `not_sent`: no byte was sent, so repeating it is safe; `lost`: the request
 * may have been processed.
 */
export type OutboundOutcome =
  | { kind: 'answer'; status: number; headers: IncomingHttpHeaders; body: Buffer }
  | { kind: 'refused'; problem: AddressRefused['problem'] }
  | { kind: 'not_sent' | 'lost'; detail: string };

/**
 * Calls a URL entered by a user: never to private networks, redirects are not followed but returned, and each call
 * has its own connection, so that "not sent" is certain. Never rejects.
 */
export function postExternal(request: OutboundRequest): Promise<OutboundOutcome> {
  const problem = findAddressFormatProblem(request.url, request.allowed);
  if (problem !== null) return Promise.resolve({ kind: 'refused', problem });
  const { promise, resolve } = Promise.withResolvers<OutboundOutcome>();
  let connected = false;
  let over = false;
  let call: ClientRequest | undefined;

  const end = (outcome: OutboundOutcome): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', abort);
    resolve(outcome);
    call?.destroy();
  };
  const fail = (error: unknown): void => {
    if (error instanceof AddressRefused) end({ kind: 'refused', problem: error.problem });
    else end({ kind: connected ? 'lost' : 'not_sent', detail: codeOf(error) });
  };
  const abort = () => fail(new Error('aborted'));
  const timer = setTimeout(
    () => fail(new Error(`no complete answer within ${request.timeoutMs} ms`)),
    request.timeoutMs,
  );
  if (request.signal?.aborted) abort();
  if (over) return promise;
  request.signal?.addEventListener('abort', abort);
  try {
    call = open(request);
  } catch (error) {
    fail(error);
    return promise;
  }
  call.on('socket', (socket) => {
    socket.once(request.url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
      connected = true;
    });
  });
  call.on('error', fail);
  call.on('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > request.maxAnswerBytes) fail(new Error(`an answer of more than ${request.maxAnswerBytes} bytes`));
    });
    response.on('error', fail);
    response.on('end', () =>
      end({
        kind: 'answer',
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks),
      }),
    );
  });
  call.end(request.body);
  return promise;
}

function open({ method = 'POST', url, headers, body, allowed }: OutboundRequest): ClientRequest {
  const target = new URL(url);
  const options = {
    method,
    agent: false as const,
    lookup: guardedLookup(target, allowed),
    headers: method === 'GET' ? headers : { ...headers, 'content-length': String(body.length) },
  };
  return target.protocol === 'https:' ? httpsRequest(target, options) : httpRequest(target, options);
}

/** Short, and without addresses or header values. */
function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.message : 'unknown';
}
