import type { Tokens } from '@parley/contract/types';
import { type AuditEvent, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Grant } from '../../../platform/auth/id-token.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { answerTokens, type Caller, eventOf, hashToken, type IdentityContext, shortAgent } from '../context.ts';
import { findAccount } from '../repo.ts';
import { decideRefresh } from '../rules.ts';
import {
  type LockedSession,
  lockSessionByToken,
  revokeSession,
  rotateSession,
  setSessionAccount,
} from '../session-repo.ts';

type Outcome = { grant: Grant; refreshToken: string } | { reused: AuditEvent } | null;

/**
 * A new ID token for a refresh token, and the refresh token that follows it. The session stays in its account while
 * that is open to the person, else it moves to another or to none.
 * @throws AppError('unauthorized') for a token that is unknown, past its end, revoked or used long after its successor
 */
export async function refreshSession(context: IdentityContext, refreshToken: string, caller: Caller): Promise<Tokens> {
  const { platform } = context;
  // What ends a session must be committed, so the transaction answers and does not throw.
  const outcome = await context.transact((tx) => renew(context, tx, refreshToken, caller));
  if (outcome !== null && 'grant' in outcome) return answerTokens(context, outcome.grant, outcome.refreshToken);
  if (outcome !== null) {
    logAudit(platform.log, outcome.reused);
    platform.signal.hint('sessions', outcome.reused.target);
  }
  throw new AppError('unauthorized');
}

async function renew(context: IdentityContext, tx: Executor, token: string, caller: Caller): Promise<Outcome> {
  const session = await lockSessionByToken(tx, hashToken(token));
  const decision = decideRefresh(session);
  if (session === null || decision === 'refuse') return null;
  if (decision === 'revoke') return revokeReused(tx, session, caller);
  const account = await findAccount(tx, session.user_id, session.client_id);
  const clientId = account?.client_id ?? null;
  const successor = context.successorOf(session.id, token);
  if (decision === 'rotate') {
    const tokenHash = hashToken(successor);
    await rotateSession(tx, {
      id: session.id,
      tokenHash,
      clientId,
      ip: caller.ip,
      userAgent: shortAgent(caller),
    });
  } else if (clientId !== session.client_id) {
    await setSessionAccount(tx, session.id, clientId);
  }
  return {
    grant: {
      uid: session.user_id,
      sid: session.id,
      account: account && { clientId: account.client_id, role: account.role },
    },
    refreshToken: successor,
  };
}

async function revokeReused(tx: Executor, session: LockedSession, caller: Caller): Promise<Outcome> {
  const { id, user_id: uid, client_id: clientId } = session;
  const reused = eventOf(caller, 'refresh_token_reused', { uid, clientId, target: id });
  await revokeSession(tx, id, uid, 'reuse');
  await writeAudit(tx, reused);
  return { reused };
}
