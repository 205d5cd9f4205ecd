import type { SessionState } from '../platform/session.ts';
import type { Entry } from './route-table.ts';

export type Admission =
  | { kind: 'enter' }
  /** Redirects to /login, which returns to `next`. */
  | { kind: 'sign-in'; next: string }
  /** Signed in without an account: redirects to /initial-setup/business-info. */
  | { kind: 'set-up' }
  /** The specification's 401 page. */
  | { kind: 'refuse' };

/**
 * The specification's route guard.
 * @param address the requested path, query and fragment
 */
export function decideAdmission(entry: Entry, session: SessionState, address: string): Admission {
  if (entry === 'open') return { kind: 'enter' };
  if (session.status === 'signed-out') return { kind: 'sign-in', next: address };
  const { client_id, role } = session.claims;
  if (client_id === null) return { kind: 'set-up' };
  if (role === null) return { kind: 'sign-in', next: address };
  if (entry === 'admin' && role !== 'Owner' && role !== 'Admin') return { kind: 'refuse' };
  return { kind: 'enter' };
}
