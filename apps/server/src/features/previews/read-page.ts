import type { IncomingMessage } from 'node:http';
import { encodingOf } from '../../platform/outbound/encoding-of.ts';
import { followExternal } from '../../platform/outbound/follow.ts';
import { readBeginning } from '../../platform/outbound/read-beginning.ts';
import { type PageFacts, parsePage } from './parse-page.ts';

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
  const bytes = await readBeginning(response, mostPageBytes);
  return parsePage(new TextDecoder(encodingOf(bytes, type)).decode(bytes), answer.url);
}

/** @returns the picture with an unread body, which the caller reads or destroys; null when there is none */
export async function requestPicture(url: string, options: ReadOptions): Promise<IncomingMessage | null> {
  return (await request(url, 'image/jpeg,image/png,image/webp', options))?.response ?? null;
}

type Answer = { url: string; response: IncomingMessage };

async function request(url: string, accept: string, { allowed, signal }: ReadOptions): Promise<Answer | null> {
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'Parley (link preview)' };
  const answer = await followExternal({ url, headers, timeoutMs: silenceMs, allowed, signal });
  if (answer.kind !== 'answer') return null;
  if (answer.response.statusCode === 200) return answer;
  answer.response.destroy();
  return null;
}
