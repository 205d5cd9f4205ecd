import type { Tokens } from '@parley/contract/types';
import type { Call } from '../../platform/auth/actor.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { serializeCookie } from '../../platform/http/cookies.ts';
import type { Caller, IdentityContext, SessionTokens } from './context.ts';
import { deviceCookies } from './devices.ts';
import { idleDays, listLivingOf } from './session-repo.ts';

/*
 * Browsers store refresh tokens in cookies that no script can read, sent to one path only. One for each session,
 * because tabs of a browser may be in several accounts. The app requests it with a header when it signs in; other
 * clients get the token in the response. A session stays with what it began with: no later call of a page's script
 * brings the token of a cookie into a response.
 */
const prefix = 'parley-refresh-';
const path = '/api/auth/token';
/** The maximum number of these cookies that a browser sends; older ones are deleted soon. */
const mostCookies = 20;

type Requested = Pick<Call<unknown>, 'request'>;

/** The response of every sign-in. @param caller whose device is known from now on */
export function answerSignedIn(context: IdentityContext, call: Requested, tokens: Tokens, caller: Caller) {
  const { cookies, ...answer } = answerWith(context, call, { tokens, inCookie: caller.wantsCookie });
  return { ...answer, cookies: [...cookies, ...deviceCookies(context, caller)] };
}

/** The response to a call of a session. */
export function answerWith(context: IdentityContext, call: Requested, { tokens, inCookie }: SessionTokens) {
  const { refresh_token: token, ...rest } = tokens;
  const sid = token === undefined ? null : context.refreshTokens.sessionOf(token);
  if (token === undefined || sid === null || !inCookie) return { status: 200 as const, body: tokens, cookies: [] };
  return { status: 200 as const, body: rest, cookies: [cookie(call, sid, token, idleDays * 24 * 3_600)] };
}

/** @returns an invalid token when the browser sent none for this session */
export function readRefreshToken(call: Requested, sid: string): string {
  return cookiesOf(call).get(sid.toLowerCase()) ?? '';
}

export function endCookie(call: Requested, sid: string): string {
  return cookie(call, sid, '', 0);
}

/** Deletes the cookies of ended sessions when there are many. */
export async function endOldCookies(database: Executor, call: Requested): Promise<string[]> {
  const sids = [...cookiesOf(call).keys()];
  if (sids.length <= mostCookies) return [];
  const living = new Set(await listLivingOf(database, sids));
  return sids.filter((sid) => !living.has(sid)).map((sid) => endCookie(call, sid));
}

function cookiesOf({ request }: Requested): Map<string, string> {
  const found = [...(request.headers.cookie ?? '').matchAll(/(?:^|; ?)parley-refresh-([0-9a-f-]{36})=([\w-]{0,400})/g)];
  return new Map(found.map(([, sid = '', token = '']) => [sid, token]));
}

function cookie({ request }: Requested, sid: string, token: string, maxAgeS: number): string {
  // The Origin header tells the scheme of the page: behind a proxy that is not configured the request does not.
  const isSecure = request.protocol === 'https' || request.headers.origin?.startsWith('https:') === true;
  return serializeCookie(`${prefix}${sid}`, token, { path, maxAgeS, isSecure });
}
