import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

import { DEFAULT_TIMEOUT_MS, type GraphBase } from './graph-call.ts';

export type MediaRequest = {
  url: string;
  accessToken: string;
  /** For the header of the response, and again between two chunks of the body. */
  timeoutMs?: number;
  /** Inbound files have at most 100 MB. */
  maxBytes?: number;
  signal?: AbortSignal;
};

/**
 * `expired` the URL is older than five minutes, request it again; `refused` our token must not be sent to the URL or
 * host; `failed` WhatsApp refused; `retry` the connection failed.
 */
export type MediaDownload =
  | { kind: 'ok'; mimeType: string | null; sizeBytes: number | null; body: AsyncIterable<Buffer> }
  | { kind: 'expired' }
  | { kind: 'refused'; reason: 'address_not_allowed' | 'redirected' | 'too_large' }
  | { kind: 'failed'; httpStatus: number }
  | { kind: 'retry'; detail: string };

/** Thrown by the body while it is read, when it exceeds the announced or allowed size. */
export class MediaTooLargeError extends Error {
  override name = 'MediaTooLargeError';
}

/** WhatsApp's media host. */
const MEDIA_HOST = 'lookaside.fbsbx.com';
const MAX_MEDIA_BYTES = 100 * 1024 * 1024;

/**
 * Whether the bearer token may be sent to this URL: WhatsApp's media host over https on its own port, or exactly the
 * configured Graph origin (which the simulator is for a sandbox). Anything else could come from a forged webhook.
 */
export function isMediaAddressAllowed(url: URL, base: GraphBase): boolean {
  if (url.username !== '' || url.password !== '') return false;
  return url.origin === base.origin || url.origin === `https://${MEDIA_HOST}`;
}

/**
 * Fetches a file from WhatsApp as a stream. Never rejects and never follows a redirect. On `ok` the caller reads the
 * whole body or destroys it, which closes the connection; reading may throw MediaTooLargeError or a network error.
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
    // Only the code is passed on: messages may contain the URL with its hash.
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

/** Reads a short error body so that the connection stays usable; closes the connection of a long one. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  try {
    await body.dump({ limit: 64 * 1024 });
  } catch {
    // The connection is closed with the body; neither is needed.
  }
}
