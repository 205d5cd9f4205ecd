import { safeNext } from '../../../platform/addresses.ts';
import type { Claims } from '../../../platform/claims.ts';
import type { CurrentUser } from './identity-client.ts';

/** Pages that a user without an account can open. */
const openPages = ['/invitations', '/initial-setup/business-info'];

/** How the user arrives at /loggedin. */
export type SignInArrival =
  | { kind: 'link'; link: string }
  | { kind: 'handoff'; handoff: string }
  | { kind: 'custom-token'; token: string }
  | { kind: 'session' };

/**
 * Parses the URL of /loggedin. A custom token comes in the fragment (`#custom_token=…`), which browsers send to
 * no server, so that it is in no log.
 */
export function arrivalOf(search: Record<string, unknown>, hash: string): SignInArrival {
  const { link, handoff } = search;
  if (typeof handoff === 'string' && handoff !== '') return { kind: 'handoff', handoff };
  if (typeof link === 'string' && link !== '') return { kind: 'link', link };
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('custom_token');
  return token === null || token === '' ? { kind: 'session' } : { kind: 'custom-token', token };
}

/** The token does not name the user's account yet and must be renewed before the route guard reads it. */
export function needsNewClaims(claims: Claims, currentUser: CurrentUser): boolean {
  return claims.client_id === null && currentUser.accounts.some(({ state }) => state === 'active');
}

/** The account of the token, when it demands two-step verification that the user lacks. */
export function accountDemandingTwoStep(
  claims: Claims,
  currentUser: CurrentUser,
): CurrentUser['accounts'][number] | undefined {
  if (currentUser.two_step_verification) return undefined;
  return currentUser.accounts.find((account) => {
    return account.client_id === claims.client_id && account.requires_two_step_verification;
  });
}

/** The account of the token, when it demands an identity provider that the session did not sign in with. */
export function accountDemandingProvider(
  claims: Claims,
  currentUser: CurrentUser,
): CurrentUser['accounts'][number] | undefined {
  return currentUser.accounts.find((account) => {
    return account.client_id === claims.client_id && account.needs_provider !== null;
  });
}

/**
 * Where to go after signing in. Without an account: to the requested page if it needs none, to open invitations, else
 * to create an account. With one (the server chose the last used): to the requested page, else the
 * inbox.
 * @param person null when the user could not be read; with an account that is not needed
 */
export function routeAfterSignIn(claims: Claims, currentUser: CurrentUser | null, next: string | undefined): string {
  const wanted = safeNext(next);
  if (claims.client_id !== null) return wanted ?? '/inbox';
  if (wanted !== null && openPages.includes(wanted.split(/[?#]/)[0] ?? '')) return wanted;
  return currentUser !== null && currentUser.waiting_invitations > 0 ? '/invitations' : '/initial-setup/business-info';
}
