import type { IncomingMessage } from 'node:http';
import { getExternal } from '../../platform/outbound/get.ts';
import { type PageFacts, parsePage } from './parse-page.ts';

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** What a page says about itself stands at its beginning. */
const mostPageBytes = 512 * 1024;
const silenceMs = 5_000;

export type ReadOptions = {
  /** Private `host:port` that the operator allows. */
  allowed: readonly string[];
  signal: AbortSignal;
};

/** @returns null where nothing can be shown: refused, unreachable, no HTML page, without a title */
export async function readPage(url: string, options: ReadOptions): Promise<PageFacts | null> {
  const answer = await request(url, 'text/html,application/xhtml+xml', options);
  if (answer === null) return null;
  const { response } = answer;
  const type = response.headers['content-type'] ?? '';
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type) || response.headers['content-encoding'] !== undefined) {
    response.destroy();
    return null;
  }
  const bytes = await beginningOf(response);
  return parsePage(decode(bytes, type), answer.url);
}

/** @returns the picture with an unread body, which the caller reads or destroys; null when there is none */
export async function requestPicture(url: string, options: ReadOptions): Promise<IncomingMessage | null> {
  return (await request(url, 'image/jpeg,image/png,image/webp', options))?.response ?? null;
}

type Answer = { url: string; response: IncomingMessage };

/** Follows redirects, each checked as the address was. */
async function request(start: string, accept: string, { allowed, signal }: ReadOptions): Promise<Answer | null> {
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'Parley (link preview)' };
  let url = start;
  for (let followed = 0; followed <= mostRedirects; followed++) {
    const answer = await getExternal({ url, headers, timeoutMs: silenceMs, allowed, signal });
    if (answer.kind !== 'answer') return null;
    const { response } = answer;
    if (response.statusCode === 200) return { url, response };
    response.destroy();
    const { location } = response.headers;
    const next = redirects.has(response.statusCode ?? 0) && location !== undefined ? URL.parse(location, url) : null;
    if (next === null) return null;
    url = next.href;
  }
  return null;
}

/** As much of a body as is read at most. A connection that breaks leaves what came before. */
async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes >= mostPageBytes) break;
    }
  } catch {
    // The title may be there already.
  } finally {
    response.destroy();
  }
  return Buffer.concat(pieces).subarray(0, mostPageBytes);
}

function decode(bytes: Buffer, type: string): string {
  const head = bytes.subarray(0, 1_024).toString('latin1');
  const label = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(`${type} ${head}`)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
