import type { Executor } from '../../platform/db/sql.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeProvidedUser } from './daily-limits.ts';
import { getUser } from './repo.ts';
import { setSessionAccount } from './session-repo.ts';
import { findOrCreateUser, markEmailVerified, type ProvidedUser } from './user-repo.ts';

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

/**
 * The user with an address, for an account that makes them a member without asking them. An existing one stays as they are;
 * of a new one, whoever first verifies the address decides how to sign in (decision 14).
 * @param tx of the system role
 * @throws AppError('too_many_requests') when the account has all new users of a day
 */
export async function provideUser(
  tx: Executor,
  platform: Pick<Platform, 'secrets' | 'config'>,
  { clientId, email, name }: { clientId: string; email: string; name: string },
): Promise<ProvidedUser> {
  const user = await findOrCreateUser(tx, { id: newId(), email, name });
  if (user.isNew) await takeProvidedUser(tx, platform, clientId);
  return user;
}
