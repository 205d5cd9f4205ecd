import type { IncomingMessage, ServerResponse } from 'node:http';

/** The response of a route. */
export type Reply =
  | { status: number; json: unknown; headers?: Record<string, string> }
  | { status: number; headers: Record<string, string>; chunks: Iterable<Uint8Array> }
  /** The connection is closed without a response. */
  | { drop: true };

/** One HTTP request. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly request: IncomingMessage;
  /** Aborted when the caller closes the connection before the response. */
  readonly gone: AbortSignal;
}

/** The body is larger than the route's limit. */
export class BodyTooLarge extends Error {
  constructor(limitBytes: number) {
    super(`The body must not be larger than ${limitBytes} bytes`);
  }
}

/** So much of a body that is too large is read and discarded, so that the caller gets the response. */
const discardedBytes = 8 * 1024 * 1024;

/** Reads a body whole. @throws BodyTooLarge */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    // Leaving the loop early ends the connection, and the response would be lost with it.
    if (sizeBytes > limitBytes + discardedBytes) break;
    if (sizeBytes <= limitBytes) chunks.push(chunk);
  }
  if (sizeBytes > limitBytes) throw new BodyTooLarge(limitBytes);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Token of `Authorization: Bearer …` (or `OAuth …`, as some Graph calls have it), null without one. */
export function bearerOf(request: IncomingMessage): string | null {
  return /^(?:bearer|oauth) +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Writes the response. */
export async function writeReply(response: ServerResponse, reply: Reply): Promise<void> {
  if ('drop' in reply) {
    response.socket?.destroy();
    return;
  }
  if ('json' in reply) {
    const body = Buffer.from(JSON.stringify(reply.json));
    response.writeHead(reply.status, {
      ...reply.headers,
      'content-type': 'application/json; charset=UTF-8',
      'content-length': body.length,
    });
    response.end(body);
    return;
  }
  response.writeHead(reply.status, reply.headers);
  for (const chunk of reply.chunks) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
}

/** Resolves when the caller received the written data, or disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
