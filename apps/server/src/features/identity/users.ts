import type { Executor } from '../../platform/db/sql.ts';
import { getUser } from './repo.ts';
import { setSessionAccount } from './session-repo.ts';
import { markEmailVerified } from './user-repo.ts';

/** Moves a session into an account: its next refresh has the claims. */
export function moveSession(tx: Executor, session: { sid: string; clientId: string }): Promise<void> {
  return setSessionAccount(tx, session.sid, session.clientId);
}

/** Name and address of a user, for the membership that copies them. @throws when the user does not exist */
export async function getUserNameAndEmail(
  tx: Executor,
  uid: string,
): Promise<{ name: string; email: string; emailVerified: boolean }> {
  const { display_name: name, email, email_verified_at: verifiedAt } = await getUser(tx, uid);
  return { name, email, emailVerified: verifiedAt !== null };
}

/** A signed-in user has verified their address by email. */
export async function confirmAddress(tx: Executor, uid: string): Promise<void> {
  await markEmailVerified(tx, uid);
}
