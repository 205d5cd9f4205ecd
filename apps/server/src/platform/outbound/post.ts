import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AddressRefused, guardedLookup, problemOfSpelling } from './address.ts';

export type OutboundRequest = {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** For the whole exchange, names and connecting included. */
  timeoutMs: number;
  maxAnswerBytes: number;
  /** Private `host:port` that may be reached all the same. */
  allowed: readonly string[];
};

/**
 * How a call to an address of somebody else's ended. `not_sent`: not one byte of it left, so doing it again is safe;
 * `lost`: it may have been done.
 */
export type OutboundOutcome =
  | { kind: 'answer'; status: number; headers: IncomingHttpHeaders; body: Buffer }
  | { kind: 'refused'; problem: AddressRefused['problem'] }
  | { kind: 'not_sent' | 'lost'; detail: string };

/**
 * Posts to an address that a person typed: never to private networks, never after a redirect (it is an answer like any
 * other), on a connection of its own, so that "not sent" is certain. Never rejects.
 */
export function postOutside(request: OutboundRequest): Promise<OutboundOutcome> {
  const problem = problemOfSpelling(request.url, request.allowed);
  if (problem !== null) return Promise.resolve({ kind: 'refused', problem });
  const { promise, resolve } = Promise.withResolvers<OutboundOutcome>();
  let connected = false;
  let over = false;
  let call: ClientRequest | undefined;

  const end = (outcome: OutboundOutcome): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    resolve(outcome);
    call?.destroy();
  };
  const fail = (error: unknown): void => {
    if (error instanceof AddressRefused) end({ kind: 'refused', problem: error.problem });
    else end({ kind: connected ? 'lost' : 'not_sent', detail: codeOf(error) });
  };
  const timer = setTimeout(
    () => fail(new Error(`no complete answer within ${request.timeoutMs} ms`)),
    request.timeoutMs,
  );
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

function open({ url, headers, body, allowed }: OutboundRequest): ClientRequest {
  const target = new URL(url);
  const options = {
    method: 'POST',
    agent: false as const,
    lookup: guardedLookup(target, allowed),
    headers: { ...headers, 'content-length': String(body.length) },
  };
  return target.protocol === 'https:' ? httpsRequest(target, options) : httpRequest(target, options);
}

/** Short, and without addresses or header values. */
function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.message : 'unknown';
}
