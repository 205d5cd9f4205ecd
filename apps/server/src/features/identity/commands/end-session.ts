import type { UserActor } from '../../../platform/auth/actor.ts';
import { logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import { isUuid } from '../../../platform/ids.ts';
import { type Caller, eventOf, type IdentityContext, requireRecent } from '../context.ts';
import { revokeOtherSessions, revokeSession } from '../session-repo.ts';

/**
 * Ends one session of the actor: no later call with any of its tokens counts, live connections are told.
 * Another than the present one needs a recent sign-in: whoever found an open screen must not lock its owner out.
 * @returns false when the person has no such living session
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
  platform.signal.hint('sessions', sessionId);
  return true;
}

/** Ends every other session of the actor. @returns how many. @throws AppError('requires-recent-login') */
export async function endOtherSessions(context: IdentityContext, actor: UserActor, caller: Caller): Promise<number> {
  requireRecent(actor);
  const { platform } = context;
  const event = eventOf(caller, 'sessions_ended', { uid: actor.uid, clientId: actor.clientId, target: actor.uid });
  const ended = await context.transact(async (tx) => {
    await writeAudit(tx, event);
    return revokeOtherSessions(tx, actor.uid, actor.sid, 'ended');
  });
  logAudit(platform.log, event);
  for (const sid of ended) platform.signal.hint('sessions', sid);
  return ended.length;
}
