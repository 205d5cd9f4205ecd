import type { UserActor } from '../../../platform/auth/actor.ts';
import { logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import {
  answerTokens,
  type Caller,
  eventOf,
  hashToken,
  type IdentityContext,
  type SessionTokens,
  shortUserAgent,
} from '../context.ts';
import { findAccount } from '../repo.ts';
import { limitSessions, tellEnded } from '../session-limit.ts';
import { forkSession } from '../session-repo.ts';

/**
 * Creates a separate session for another account of the same user; the current one stays, for the tabs that use it.
 * @throws AppError('not_found') when the account does not exist or the user is not a member
 */
export async function switchAccount(
  context: IdentityContext,
  actor: UserActor,
  clientId: string,
  caller: Caller,
): Promise<SessionTokens> {
  const { platform } = context;
  const sid = newId();
  const refreshToken = context.refreshTokens.first(sid);
  const event = eventOf(caller, 'switched_account', { uid: actor.uid, clientId, target: sid });
  const { account, ended, inCookie } = await context.transact(async (tx) => {
    const found = await findAccount(tx, actor.uid, clientId);
    if (found?.client_id !== clientId) throw new AppError('not_found', { message: 'This account was not found.' });
    const session = {
      id: sid,
      userId: actor.uid,
      clientId,
      tokenHash: hashToken(refreshToken),
      ip: caller.ip,
      userAgent: shortUserAgent(caller),
    };
    const forked = await forkSession(tx, session, actor.sid);
    if (forked === null) throw new AppError('unauthorized');
    await context.dependencies.markMemberUsed(tx, clientId, actor.uid);
    await writeAudit(tx, event);
    const ended = await limitSessions(tx, actor.uid, [sid, actor.sid], caller);
    return { account: { clientId, role: found.role }, ended, inCookie: forked.in_cookie };
  });
  logAudit(platform.log, event);
  tellEnded(context, ended);
  return { tokens: await answerTokens(context, { uid: actor.uid, sid, account }, refreshToken), inCookie };
}
