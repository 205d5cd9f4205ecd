import type { Executor } from '../../platform/db/sql.ts';
import { moveSession } from '../identity/public.ts';
import { markMemberUsed } from './membership-repo.ts';

/**
 * Moves a session into an account within the transaction that made the user a member: the next refresh has the
 * claims, and the next sign-in begins there.
 */
export async function enterAccount(
  tx: Executor,
  session: { sid: string; uid: string; clientId: string },
): Promise<void> {
  await moveSession(tx, session);
  await markMemberUsed(tx, session.clientId, session.uid);
}
