import type { Tokens } from '@parley/contract/types';
import { type AuditEvent, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Grant } from '../../../platform/auth/id-token.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { notifyMailWorker } from '../../../platform/mail/outbox.ts';
import { answerTokens, type Caller, eventOf, hashToken, type IdentityContext, shortUserAgent } from '../context.ts';
import { rememberDevice } from '../device-repo.ts';
import { countFactors, type FactorCounts } from '../factor-repo.ts';
import { enqueueNewDeviceEmail } from '../new-device.ts';
import { findAccount, markLoggedIn } from '../repo.ts';
import { limitSessions, tellEnded } from '../session-limit.ts';
import { insertSession, type SecondFactor, type SignInMethod } from '../session-repo.ts';
import { openPendingSignIn } from './pending-sign-in.ts';

/** A session that exists once its transaction has committed. */
export type OpenedSession = { grant: Grant; refreshToken: string; event: AuditEvent; ended: AuditEvent[] };

/** A sign-in that waits for the second factor. */
export type PendingSignIn = { handle: string; factors: FactorCounts };

/**
 * Creates a session for a user who has just shown the first factor, in the account used last, else the oldest, else
 * none; a user with two-step verification gets a handle for the second step instead. Call it in the transaction that
 * consumed the credential, and `answerSignIn` after the commit.
 */
export async function openSession(
  context: IdentityContext,
  tx: Executor,
  user: { uid: string; way: SignInMethod },
  caller: Caller,
): Promise<OpenedSession | PendingSignIn> {
  const factors = await countFactors(tx, user.uid);
  if (factors.totp + factors.passkeys > 0) return { handle: await openPendingSignIn(context, tx, user), factors };
  return openVerifiedSession(context, tx, { ...user, factor: null }, caller);
}

/** The same for a user who has shown all that is needed. */
export async function openVerifiedSession(
  context: IdentityContext,
  tx: Executor,
  user: { uid: string; way: SignInMethod; factor: SecondFactor | null },
  caller: Caller,
): Promise<OpenedSession> {
  const { uid, way, factor } = user;
  const sid = newId();
  const refreshToken = context.refreshTokens.first(sid);
  const account = await findAccount(tx, uid, null);
  const clientId = account?.client_id ?? null;
  const event = eventOf(caller, 'signed_in', {
    uid,
    clientId,
    target: sid,
    detail: { method: way.replace(/:.*/, '') },
  });
  await enqueueNewDeviceEmail(context, tx, uid, caller);
  await Promise.all([
    markLoggedIn(tx, uid, caller.language),
    rememberDevice(tx, uid, hashToken(caller.device)),
    insertSession(tx, {
      id: sid,
      userId: uid,
      clientId,
      amr: factor === null ? [way] : [way, factor],
      tokenHash: hashToken(refreshToken),
      ip: caller.ip,
      userAgent: shortUserAgent(caller),
      inCookie: caller.wantsCookie,
    }),
    clientId === null ? undefined : context.dependencies.markMemberUsed(tx, clientId, uid),
    writeAudit(tx, event),
  ]);
  const ended = await limitSessions(tx, uid, [sid], caller);
  const grant = { uid, sid, account: account && { clientId: account.client_id, role: account.role } };
  return { grant, refreshToken, event, ended };
}

/** @throws AppError('second-factor-required') with the handle that goes with the second factor */
export async function answerSignIn(context: IdentityContext, opened: OpenedSession | PendingSignIn): Promise<Tokens> {
  if ('handle' in opened) {
    const { totp, passkeys } = opened.factors;
    const [code, passkey] = ['Signing in needs a code from your authenticator app.', 'Signing in needs your passkey.'];
    const message = totp > 0 ? code : passkey;
    throw new AppError('second-factor-required', {
      message,
      data: [
        { field: 'handle', msg: message, id: opened.handle },
        ...(totp > 0 ? [{ field: 'code', msg: code }] : []),
        ...(passkeys > 0 ? [{ field: 'passkey', msg: passkey }] : []),
      ],
    });
  }
  logAudit(context.platform.log, opened.event);
  tellEnded(context, opened.ended);
  notifyMailWorker(context.platform);
  return answerTokens(context, opened.grant, opened.refreshToken);
}
