import type { UserActor } from '../../../platform/auth/actor.ts';
import { logAudit } from '../../../platform/auth/audit.ts';
import { hintMail } from '../../../platform/mail/outbox.ts';
import { type Caller, eventOf, type IdentityContext, requireRecent, write } from '../context.ts';
import { deletedLetter } from '../letters.ts';
import { dropUnprovenWaysIn, forgetPerson } from '../person-repo.ts';
import { getUser } from '../repo.ts';
import { revokeOtherSessions } from '../session-repo.ts';

const nilId = '00000000-0000-0000-0000-000000000000';
/** Seconds the notice waits for the mail server. */
const noticeLifeS = 24 * 3600;

/**
 * Deletes a person: memberships, ways in, sessions, name and address. Accounts that nobody else is in close with them.
 * @throws AppError('requires-recent-login'); ('last_owner') when other members would be left without an Owner
 */
export async function deletePerson(context: IdentityContext, actor: UserActor, caller: Caller): Promise<void> {
  requireRecent(actor);
  const { platform } = context;
  const { ended, settleMemberships } = await context.transact(async (tx) => {
    const { email } = await getUser(tx, actor.uid);
    const settleMemberships = await context.needs.leaveAll(tx, actor.uid);
    await dropUnprovenWaysIn(tx, actor.uid);
    const ended = await revokeOtherSessions(tx, actor.uid, nilId, 'deleted');
    await forgetPerson(tx, actor.uid);
    await write(context, tx, deletedLetter(email), noticeLifeS);
    return { ended, settleMemberships };
  });
  logAudit(platform.log, eventOf(caller, 'person_deleted', { uid: actor.uid, clientId: null, target: actor.uid }));
  settleMemberships();
  for (const sid of ended) platform.signal.hint('sessions', sid);
  hintMail(platform);
}
