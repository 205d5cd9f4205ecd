import type { CallOutcome, MediaDownload, MediaInfo, MediaRequest } from '@parley/whatsapp-client';
import { isUuid, newId } from '../../../platform/ids.ts';
import { getOutside } from '../../../platform/outbound/get.ts';
import { signedHeaders } from './protocol.ts';

/*
 * Files of the open protocol travel by address in both directions. One of ours is named by `parley:` and its id until
 * the moment of sending, because its address lives for a quarter of an hour; one of a customer by an address of its own
 * or by an id that the adapter is asked about.
 */

const ownPrefix = 'parley:';
const mostAddressChars = 2_000;

/** What stands for WhatsApp's id of a file that an adapter fetches from us. */
export const nameOfOwnFile = (mediaId: string) => `${ownPrefix}${mediaId}`;

/** @returns the id of a file of ours, null for anything else */
export function ownFileOf(name: unknown): string | null {
  const id = typeof name === 'string' && name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : '';
  return isUuid(id) ? id : null;
}

/** The longest address that a message may carry itself; a longer one is given when it is asked for. */
const mostInlineChars = 255;

/** What is wrong with where a message says its file lies; null when nothing is. */
export function problemOfFileAddress(url: unknown): string | null {
  if (typeof url !== 'string' || !isAddress(url) || !URL.canParse(url)) return 'This is not an http or https address.';
  if (url.length <= mostInlineChars && !/\s/.test(url)) return null;
  return `At most ${mostInlineChars} characters and no spaces: name the file by an id and answer media.get.`;
}

/** Whether what a customer's message calls its file is where it lies, and not a name the adapter knows. */
export const isAddress = (name: string) => /^https?:\/\//i.test(name);

/** What an adapter answered about a file; null when it named no address. */
export function readFileInfo(answer: Record<string, unknown>): MediaInfo | null {
  const { url, mime_type, size_bytes, sha256 } = answer;
  if (typeof url !== 'string' || url.length > mostAddressChars || !isAddress(url)) return null;
  return {
    id: null,
    url,
    mimeType: typeof mime_type === 'string' ? mime_type.slice(0, 255) : null,
    sizeBytes:
      typeof size_bytes === 'number' && Number.isSafeInteger(size_bytes) && size_bytes >= 0 ? size_bytes : null,
    sha256: typeof sha256 === 'string' ? sha256.slice(0, 255) : null,
  };
}

export const plainAddress = (url: string): CallOutcome<MediaInfo> => ({
  kind: 'ok',
  value: { id: null, url, mimeType: null, sizeBytes: null, sha256: null },
});

type Peer = { url: string; secret: string; allowed: readonly string[] };

/** Fetches a customer's file as a stream. The call is signed where the adapter itself keeps the file, nowhere else. */
export async function fetchFile(peer: Peer, request: MediaRequest): Promise<MediaDownload> {
  const { url, timeoutMs = 30_000, maxBytes = Number.MAX_SAFE_INTEGER, signal } = request;
  const isAdapters = URL.parse(url)?.origin === URL.parse(peer.url)?.origin;
  const headers = isAdapters ? signedHeaders(peer.secret, newId(), Buffer.alloc(0), Date.now()) : {};
  const answer = await getOutside({ url, headers, timeoutMs, allowed: peer.allowed, signal });
  if (answer.kind === 'refused') return { kind: 'refused', reason: 'address_not_allowed' };
  if (answer.kind === 'lost') return { kind: 'retry', detail: answer.detail };
  const { response } = answer;
  const status = response.statusCode ?? 0;
  const announced = response.headers['content-length'];
  const sizeBytes = announced === undefined ? null : Number(announced);
  if (status === 200 && (sizeBytes === null || sizeBytes <= maxBytes)) {
    return { kind: 'ok', mimeType: response.headers['content-type'] ?? null, sizeBytes, body: response };
  }
  response.destroy();
  if (status === 200) return { kind: 'refused', reason: 'too_large' };
  if (status >= 300 && status < 400) return { kind: 'refused', reason: 'redirected' };
  return { kind: 'failed', httpStatus: status };
}
