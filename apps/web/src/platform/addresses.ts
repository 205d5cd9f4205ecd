import type { SessionState } from './session.ts';

const signInPages = ['login', 'login-test', 'login-redirect', 'loggedin', 'loggedin-redirect', 'logout'];

/** Whether the session is complete: user id, client id and role. */
export function isMember(session: SessionState): boolean {
  return session.status !== 'signed-out' && session.claims.client_id !== null && session.claims.role !== null;
}

/** An address inside the app to return to, or null: never another host, and never a sign-in page (that would loop). */
export function safeNext(next: string | undefined): string | null {
  if (next === undefined || !/^\/(?![/\\])/.test(next)) return null;
  const base = 'http://app.invalid';
  if (!URL.canParse(next, base)) return null;
  const { pathname, search, hash, origin } = new URL(next, base);
  if (origin !== base || pathname.startsWith('//') || signInPages.includes(pathname.split('/')[1] ?? '')) return null;
  return pathname + search + hash;
}
