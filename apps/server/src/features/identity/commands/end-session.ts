import type { UserActor } from '../../../platform/auth/actor.ts';
import { logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import { isUuid } from '../../../platform/ids.ts';
import { type Caller, eventOf, hashToken, type IdentityContext, requireRecent } from '../context.ts';
import { lockSessionByToken, revokeOtherSessions, revokeSession } from '../session-repo.ts';

/**
 * Ends one session of the actor: its tokens stop working and its live connections are closed. Ending another session
 * requires a recent sign-in, so that someone at an unlocked screen cannot sign the user out elsewhere.
 * @returns false when the user has no such active session
 * @throws AppError('requires-recent-login')
 */
export async function endSession(
  context: IdentityContext,
  actor: UserActor,
  sessionId: string,
  caller: Caller,
): Promise<boolean> {
  const { platform } = context;
  const own = sessionId === actor.sid;
  if (!own) requireRecent(actor);
  const event = await context.transact(async (tx) => {
    const ended = isUuid(sessionId) ? await revokeSession(tx, sessionId, actor.uid, own ? 'sign_out' : 'ended') : null;
    if (ended === null) return null;
    const clientId = ended.client_id;
    const event = eventOf(caller, own ? 'signed_out' : 'session_ended', {
      uid: actor.uid,
      clientId,
      target: sessionId,
    });
    await writeAudit(tx, event);
    return event;
  });
  if (event === null) return false;
  logAudit(platform.log, event);
  platform.notifier.notify('sessions', sessionId);
  return true;
}

/** Ends every other session of the actor. @returns their number. @throws AppError('requires-recent-login') */
export async function endOtherSessions(context: IdentityContext, actor: UserActor, caller: Caller): Promise<number> {
  requireRecent(actor);
  const { platform } = context;
  const event = eventOf(caller, 'sessions_ended', { uid: actor.uid, clientId: actor.clientId, target: actor.uid });
  const ended = await context.transact(async (tx) => {
    await writeAudit(tx, event);
    return revokeOtherSessions(tx, actor.uid, actor.sid, 'ended');
  });
  logAudit(platform.log, event);
  for (const sid of ended) platform.notifier.notify('sessions', sid);
  return ended.length;
}

/**
 * Signs out with a refresh token, whether its ID token is still valid or not. Does nothing for an unknown or ended
 * session.
 */
export async function endSessionOf(context: IdentityContext, token: string, caller: Caller): Promise<void> {
  const { platform, refreshTokens } = context;
  const event = await context.transact(async (tx) => {
    const session = await lockSessionByToken(tx, hashToken(token), refreshTokens.sessionOf(token));
    if (session?.live !== true) return null;
    const { id, user_id: uid, client_id: clientId } = session;
    await revokeSession(tx, id, uid, 'sign_out');
    const event = eventOf(caller, 'signed_out', { uid, clientId, target: id });
    await writeAudit(tx, event);
    return event;
  });
  if (event === null) return;
  logAudit(platform.log, event);
  platform.notifier.notify('sessions', event.target);
}
