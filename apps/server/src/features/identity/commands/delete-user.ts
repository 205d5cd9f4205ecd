import type { UserActor } from '../../../platform/auth/actor.ts';
import { logAudit } from '../../../platform/auth/audit.ts';
import { notifyMailWorker } from '../../../platform/mail/outbox.ts';
import { type Caller, eventOf, type IdentityContext, requireRecent, write } from '../context.ts';
import { userDeletedEmail } from '../emails.ts';
import { deleteFactors } from '../factor-repo.ts';
import { getUser } from '../repo.ts';
import { revokeOtherSessions } from '../session-repo.ts';
import { deleteUnverifiedSignInMethods, eraseUser } from '../user-repo.ts';

const nilId = '00000000-0000-0000-0000-000000000000';
/** Seconds the notice waits for the mail server. */
const noticeLifeS = 24 * 3600;

/**
 * Deletes a user: memberships, sign-in methods, sessions, name and address. Accounts without other members are
 * closed.
 * @throws AppError('requires-recent-login'); ('last_owner') when other members would be left without an Owner
 */
export async function deleteUser(context: IdentityContext, actor: UserActor, caller: Caller): Promise<void> {
  requireRecent(actor);
  const { platform } = context;
  const { ended, settleMemberships } = await context.transact(async (tx) => {
    const { email } = await getUser(tx, actor.uid);
    const settleMemberships = await context.dependencies.leaveAllAccounts(tx, actor.uid);
    await deleteUnverifiedSignInMethods(tx, actor.uid);
    await deleteFactors(tx, actor.uid);
    const ended = await revokeOtherSessions(tx, actor.uid, nilId, 'deleted');
    await eraseUser(tx, actor.uid);
    await write(context, tx, userDeletedEmail(email), noticeLifeS);
    return { ended, settleMemberships };
  });
  logAudit(platform.log, eventOf(caller, 'person_deleted', { uid: actor.uid, clientId: null, target: actor.uid }));
  settleMemberships();
  for (const sid of ended) platform.notifier.notify('sessions', sid);
  notifyMailWorker(platform);
}
