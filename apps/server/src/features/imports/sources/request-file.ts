import type { IncomingMessage } from 'node:http';
import { isAllowed } from '../../../platform/outbound/address.ts';
import { getExternal } from '../../../platform/outbound/get.ts';
import type { Problem } from './problem.ts';

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

export type FileRequest = {
  url: string;
  /** Sent to the server of the address only, never to where it redirects. */
  header: { name: string; value: string } | null;
  /** Of the file that was imported last. */
  known?: { etag: string | null; lastModified: string | null };
  /** Private `host:port` that may be called nevertheless, also without https. */
  allowed: readonly string[];
  signal: AbortSignal;
  /** Until the response header, and again for every pause in its body. */
  silenceMs: number;
};

/** The file with an unread body; null: it did not change. The caller reads the whole body or destroys it. */
export type FileAnswer = { response: IncomingMessage | null } | { problem: Problem };

/** Requests a file and follows redirects, each checked as the address was. Rejects only when the signal ends it. */
export async function requestFile(request: FileRequest): Promise<FileAnswer> {
  const { header, known, allowed, signal, silenceMs } = request;
  const { origin } = new URL(request.url);
  const conditions = {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  };
  let url = request.url;
  for (let followed = 0; ; followed++) {
    const target = new URL(url);
    if (target.protocol !== 'https:' && !isAllowed(target, allowed)) return problem('not_https');
    const access = header !== null && target.origin === origin ? { [header.name]: header.value } : {};
    const headers = { accept: 'text/csv, text/plain, */*', 'accept-encoding': 'identity', ...conditions, ...access };
    const answer = await getExternal({ url, headers, timeoutMs: silenceMs, allowed, signal });
    if (answer.kind === 'refused')
      return problem(answer.problem === 'private' ? 'private' : 'unreachable', 'no address');
    if (answer.kind === 'lost') {
      signal.throwIfAborted();
      return /^silent for|ETIMEDOUT/.test(answer.detail) ? problem('timeout') : problem('unreachable', answer.detail);
    }
    const { response } = answer;
    const status = response.statusCode ?? 0;
    if (status === 200) return { response };
    response.destroy();
    if (status === 304 && Object.keys(conditions).length > 0) return { response: null };
    const location = response.headers.location;
    if (!redirects.has(status) || location === undefined) return problem('http', String(status));
    if (followed === mostRedirects) return problem('redirects');
    const next = URL.parse(location, url);
    if (next === null) return problem('http', String(status));
    url = next.href;
  }
}

function problem(code: Problem['code'], detail: string | null = null): { problem: Problem } {
  return { problem: { code, detail } };
}
