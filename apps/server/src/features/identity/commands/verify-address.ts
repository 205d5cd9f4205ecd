import { logAudit } from '../../../platform/auth/audit.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { type Caller, eventOf, type IdentityContext } from '../context.ts';
import { deleteFactors } from '../factor-repo.ts';
import { revokeOtherSessions } from '../session-repo.ts';
import { deleteUnverifiedSignInMethods, isSetupUser, markEmailVerified } from '../user-repo.ts';

const nilId = '00000000-0000-0000-0000-000000000000';

/**
 * Called after a user verified their address. If it was unverified, someone else may have set its password or
 * connected a provider: those sign-in methods and their sessions are removed. The first user of the installation
 * keeps them, because holding the setup link was proof enough.
 * @returns a callback for after the commit
 */
export async function verifyAddress(
  context: IdentityContext,
  tx: Executor,
  user: { id: string; verified: boolean },
  caller: Caller,
): Promise<() => void> {
  if (user.verified || !(await markEmailVerified(tx, user.id))) return () => undefined;
  if (await isSetupUser(tx, user.id)) return () => undefined;
  await deleteUnverifiedSignInMethods(tx, user.id);
  await deleteFactors(tx, user.id);
  const ended = await revokeOtherSessions(tx, user.id, nilId, 'taken_over');
  return () => {
    const { platform } = context;
    logAudit(platform.log, eventOf(caller, 'address_proven', { uid: user.id, clientId: null, target: user.id }));
    for (const sid of ended) platform.notifier.notify('sessions', sid);
  };
}
