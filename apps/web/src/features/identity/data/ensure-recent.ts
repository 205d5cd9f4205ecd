import { confirmIdentity } from '../../../platform/confirm-identity.ts';
import { identity } from './browser-identity.ts';

/** How long a sign-in counts as recent before leaving the page, milliseconds; the server's limit is ten minutes. */
const recentMs = 8 * 60_000;

/** Asks users to confirm who they are before a call that ends on another page. False when they cancelled. */
export async function ensureRecent(): Promise<boolean> {
  const current = (await identity.listSessions()).find((session) => session.current);
  const isRecent = current !== undefined && Date.now() - Date.parse(current.auth_time) < recentMs;
  return isRecent || confirmIdentity();
}
