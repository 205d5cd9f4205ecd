import type { CallOutcome, MediaDownload, MediaInfo, MediaRequest } from '@parley/whatsapp-client';
import { isUuid, newId } from '../../../platform/ids.ts';
import { getExternal } from '../../../platform/outbound/get.ts';
import { signedHeaders } from '../../../platform/outbound/sign-webhook.ts';

/*
 * Files of the open protocol travel by address in both directions. Ours are named by `parley:` and an id until they are
 * sent, because their addresses are valid for a quarter of an hour; a customer's file has an address of its own or an
 * id that the adapter resolves.
 */

const ownPrefix = 'parley:';
const mostAddressChars = 2_000;

/** Replaces WhatsApp's id of a file that an adapter fetches from us. */
export const ownFileUrl = (mediaId: string) => `${ownPrefix}${mediaId}`;

/** @returns the id of a file of ours, null for anything else */
export function ownFileOf(name: unknown): string | null {
  const id = typeof name === 'string' && name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : '';
  return isUuid(id) ? id : null;
}

/** The longest address that a message may carry itself; a longer one is returned on request. */
const mostInlineChars = 255;

/** What is wrong with a file's address in a message; null when nothing is. */
export function findFileAddressProblem(url: unknown): string | null {
  if (typeof url !== 'string' || !isAddress(url) || !URL.canParse(url)) return 'This is not an http or https address.';
  if (url.length <= mostInlineChars && !/\s/.test(url)) return null;
  return `At most ${mostInlineChars} characters and no spaces: name the file by an id and answer media.get.`;
}

/** Whether a file in a customer's message is named by its address, and not by an id of the adapter. */
export const isAddress = (name: string) => /^https?:\/\//i.test(name);

/** The adapter's response about a file; null when it has no address. */
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

/** Fetches a customer's file as a stream. The call is signed only when the adapter itself stores the file. */
export async function fetchFile(peer: Peer, request: MediaRequest): Promise<MediaDownload> {
  const { url, timeoutMs = 30_000, maxBytes = Number.MAX_SAFE_INTEGER, signal } = request;
  const isAdapters = URL.parse(url)?.origin === URL.parse(peer.url)?.origin;
  const headers = isAdapters ? signedHeaders(peer.secret, newId(), Buffer.alloc(0), Date.now()) : {};
  const answer = await getExternal({ url, headers, timeoutMs, allowed: peer.allowed, signal });
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
