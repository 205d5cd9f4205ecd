import { randomBytes } from 'node:crypto';
import type { Call } from '../../platform/auth/actor.ts';
import { readCookie, serializeCookie } from '../../platform/http/cookies.ts';
import { acceptedLanguage } from '../../platform/texts/accept-language.ts';
import type { Caller, IdentityContext } from './context.ts';

const cookieName = 'parley_device';
const yearS = 365 * 24 * 3600;

/** A caller with the device it comes from: the value of its cookie, or a new one. */
export function callerOf(call: Call<unknown>): Caller {
  const { ip, userAgent, requestId, request } = call;
  const given = readCookie(request.headers.cookie, cookieName);
  const isOurs = given !== undefined && /^[\w-]{43}$/.test(given);
  const device = isOurs ? given : randomBytes(32).toString('base64url');
  const { 'x-parley-session': session, 'accept-language': languages } = request.headers;
  const language = languages === undefined ? null : acceptedLanguage(languages);
  return { ip, userAgent, requestId, device, wantsCookie: session === 'cookie', language };
}

/** Lets the server recognize a browser that signed in; only sign-in sends the cookie. */
export function deviceCookies({ platform }: IdentityContext, { device }: Caller): string[] {
  const isSecure = platform.publicUrl().startsWith('https:');
  return [serializeCookie(cookieName, device, { path: '/api/auth', maxAgeS: yearS, isSecure })];
}
