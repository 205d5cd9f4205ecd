import type { IncomingMessage } from 'node:http';
import { getExternal, type OutboundAnswer, type OutboundFetch } from './get.ts';

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/** The last answer with its address and an unread body. `redirects`: more than are followed, or one that leads nowhere. */
export type FollowedAnswer =
  | { kind: 'answer'; url: string; response: IncomingMessage }
  | { kind: 'redirects' }
  | Exclude<OutboundAnswer, { kind: 'answer' }>;

/** Reads from a URL entered by a user and follows up to three redirects, each checked as the address was. */
export async function followExternal(request: OutboundFetch): Promise<FollowedAnswer> {
  let { url } = request;
  for (let followed = 0; followed <= mostRedirects; followed++) {
    const answer = await getExternal({ ...request, url });
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
