import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

import { DEFAULT_TIMEOUT_MS, type GraphBase } from './graph-call.ts';

export type MediaRequest = {
  url: string;
  accessToken: string;
  /** For the head of the answer, and again between two pieces of the body. */
  timeoutMs?: number;
  /** Inbound files have at most 100 MB. */
  maxBytes?: number;
  signal?: AbortSignal;
};

/**
 * `expired` the address is older than five minutes, resolve the media id again; `refused` the address or answer is
 * none that our token may go to; `failed` WhatsApp said no; `retry` the way there was cut.
 */
export type MediaDownload =
  | { kind: 'ok'; mimeType: string | null; sizeBytes: number | null; body: AsyncIterable<Buffer> }
  | { kind: 'expired' }
  | { kind: 'refused'; reason: 'address_not_allowed' | 'redirected' | 'too_large' }
  | { kind: 'failed'; httpStatus: number }
  | { kind: 'retry'; detail: string };

/** Thrown by the body while it is read, when more arrives than was announced or allowed. */
export class MediaTooLargeError extends Error {
  override name = 'MediaTooLargeError';
}

/** Where WhatsApp keeps its media. */
const MEDIA_HOST = 'lookaside.fbsbx.com';
const MAX_MEDIA_BYTES = 100 * 1024 * 1024;

/**
 * Whether the bearer token may go to this address: WhatsApp's media host over https on its own port, or exactly the
 * configured Graph origin (which the simulator is for a sandbox). Everything else could be a trap set in a webhook.
 */
export function isMediaAddressAllowed(url: URL, base: GraphBase): boolean {
  if (url.username !== '' || url.password !== '') return false;
  return url.origin === base.origin || url.origin === `https://${MEDIA_HOST}`;
}

/**
 * Fetches a file of WhatsApp's as a stream. Never rejects and never follows a redirect. On `ok` the caller reads the
 * body to its end or breaks off, which closes the connection; reading may throw MediaTooLargeError or a network error.
 */
export async function downloadMedia(
  dispatcher: Dispatcher,
  base: GraphBase,
  request: MediaRequest,
): Promise<MediaDownload> {
  const url = URL.parse(request.url);
  if (url === null || !isMediaAddressAllowed(url, base)) return { kind: 'refused', reason: 'address_not_allowed' };
  const timeoutMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const maxBytes = request.maxBytes ?? MAX_MEDIA_BYTES;
  let answer: Dispatcher.ResponseData;
  try {
    answer = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { authorization: `Bearer ${request.accessToken}` },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: request.signal,
    });
  } catch (error) {
    // Only the code is passed on: messages may name the address with its hash.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'connection lost';
    return { kind: 'retry', detail: code };
  }
  const { statusCode, headers, body } = answer;
  const announced = typeof headers['content-length'] === 'string' ? Number(headers['content-length']) : null;
  if (statusCode === 200 && (announced === null || announced <= maxBytes)) {
    const type = headers['content-type'];
    return {
      kind: 'ok',
      mimeType: typeof type === 'string' ? type : null,
      sizeBytes: announced,
      body: atMost(body, maxBytes),
    };
  }
  await discard(body);
  if (statusCode === 200) return { kind: 'refused', reason: 'too_large' };
  if (statusCode === 404) return { kind: 'expired' };
  if (statusCode >= 300 && statusCode < 400) return { kind: 'refused', reason: 'redirected' };
  if (statusCode >= 500 || statusCode === 429) return { kind: 'retry', detail: `HTTP ${statusCode}` };
  return { kind: 'failed', httpStatus: statusCode };
}

async function* atMost(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new MediaTooLargeError(`more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Reads off a short error body so that the connection stays usable; drops the connection of a long one. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  try {
    await body.dump({ limit: 64 * 1024 });
  } catch {
    // The connection is gone with the body; nobody needs either.
  }
}
