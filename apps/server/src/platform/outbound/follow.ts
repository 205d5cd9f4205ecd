import type { IncomingMessage } from 'node:http';
import { getExternal, type OutboundAnswer, type OutboundFetch } from './get.ts';

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/** The last answer with its address and an unread body. `redirects`: more than are followed, or one that leads nowhere. */
export type FollowedAnswer =
  | { kind: 'answer'; url: string; response: IncomingMessage }
  | { kind: 'redirects' }
  | Exclude<OutboundAnswer, { kind: 'answer' }>;

/**
 * Reads from a URL entered by a user and follows up to three redirects, each checked as the address was.
 * @param request `ownHeaders` open something: only the scheme, host and port of the address itself get them
 */
export async function followExternal({
  ownHeaders: own = {},
  ...request
}: OutboundFetch & { ownHeaders?: Record<string, string> }): Promise<FollowedAnswer> {
  let { url } = request;
  const first = URL.parse(url)?.origin;
  for (let followed = 0; followed <= mostRedirects; followed++) {
    const headers = URL.parse(url)?.origin === first ? { ...request.headers, ...own } : request.headers;
    const answer = await getExternal({ ...request, headers, url });
    if (answer.kind !== 'answer') return answer;
    const { response } = answer;
    if (!redirects.has(response.statusCode ?? 0)) return { kind: 'answer', url, response };
    response.destroy();
    const next = URL.parse(response.headers.location ?? '', url);
    if (response.headers.location === undefined || next === null) return { kind: 'redirects' };
    url = next.href;
  }
  return { kind: 'redirects' };
}
