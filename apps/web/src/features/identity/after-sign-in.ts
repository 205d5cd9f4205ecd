import { safeNext } from '../../platform/addresses.ts';
import type { Claims } from '../../platform/claims.ts';
import type { Person } from './boundary.ts';

/** Open pages where somebody without an account can go on with what they began. */
const openPages = ['/invitations', '/initial-setup/business-info'];

/** What the tab brings to /loggedin. */
export type Arrival =
  | { kind: 'link'; link: string }
  | { kind: 'handoff'; handoff: string }
  | { kind: 'custom-token'; token: string }
  | { kind: 'session' };

/**
 * Reads how somebody comes to /loggedin. A custom token comes in the fragment (`#custom_token=…`), which browsers send to
 * no server and so into no log.
 */
export function arrivalOf(search: Record<string, unknown>, hash: string): Arrival {
  const { link, handoff } = search;
  if (typeof handoff === 'string' && handoff !== '') return { kind: 'handoff', handoff };
  if (typeof link === 'string' && link !== '') return { kind: 'link', link };
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('custom_token');
  return token === null || token === '' ? { kind: 'session' } : { kind: 'custom-token', token };
}

/** The token does not know an account yet that the person has: it must be renewed before the guard sees it. */
export function needsNewClaims(claims: Claims, person: Person): boolean {
  return claims.client_id === null && person.accounts.some(({ state }) => state === 'active');
}

/**
 * Where somebody goes who has just signed in. Without an account: to what they came for if it needs none, to the
 * invitations that wait, else to make one. With one (the server chose the one used last): to what they wanted, else the
 * inbox.
 * @param person null when nobody could be asked; whoever is in an account does not have to wait for that
 */
export function routeAfterSignIn(claims: Claims, person: Person | null, next: string | undefined): string {
  const wanted = safeNext(next);
  if (claims.client_id !== null) return wanted ?? '/inbox';
  if (wanted !== null && openPages.includes(wanted.split(/[?#]/)[0] ?? '')) return wanted;
  return person !== null && person.waiting_invitations > 0 ? '/invitations' : '/initial-setup/business-info';
}
