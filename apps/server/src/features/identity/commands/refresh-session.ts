import type { FieldError } from '@parley/contract/types';
import { type AuditEvent, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Grant } from '../../../platform/auth/id-token.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { addressGroup } from '../../../platform/http/address-group.ts';
import {
  answerTokens,
  type Caller,
  eventOf,
  hashToken,
  type IdentityContext,
  type SessionTokens,
  shortUserAgent,
} from '../context.ts';
import { findAccount, setPageLanguage } from '../repo.ts';
import { decideRefresh, sessionEndReasons } from '../rules.ts';
import {
  type LockedSession,
  lockSessionByToken,
  revokeSessionFamily,
  rotateSession,
  setSessionAccount,
} from '../session-repo.ts';

type Outcome =
  | { grant: Grant; refreshToken: string; inCookie: boolean }
  | { reused: AuditEvent; ended: string[] }
  | { over: string | null };

/**
 * Exchanges a refresh token for a new ID token and the next refresh token. The session stays in its account while the
 * user is a member, else it moves to another account or none.
 * @throws AppError('unauthorized') for a token that is unknown, expired, revoked or already replaced
 */
export async function refreshSession(
  context: IdentityContext,
  refreshToken: string,
  caller: Caller,
): Promise<SessionTokens> {
  const { platform } = context;
  // Ending the session must be committed, so the transaction returns the outcome instead of throwing.
  const outcome = await context.transact((tx) => renew(context, tx, refreshToken, caller));
  if ('grant' in outcome) {
    const { grant, refreshToken: next, inCookie } = outcome;
    return { tokens: await answerTokens(context, grant, next), inCookie };
  }
  if ('reused' in outcome) {
    logAudit(platform.log, outcome.reused);
    for (const sid of outcome.ended) platform.notifier.notify('sessions', sid);
  }
  const why = endedBecause('over' in outcome ? outcome.over : 'reuse');
  throw new AppError('unauthorized', { message: 'Please sign in again.', data: why });
}

async function renew(context: IdentityContext, tx: Executor, token: string, caller: Caller): Promise<Outcome> {
  const { refreshTokens } = context;
  const session = await lockSessionByToken(tx, hashToken(token), refreshTokens.sessionOf(token));
  const decision = decideRefresh(session, session !== null && isSameClient(session, caller));
  if (session === null || decision === 'refuse') return { over: session?.revoked_reason ?? null };
  if (decision === 'revoke') return revokeReused(tx, session, caller);
  const account = await findAccount(tx, session.user_id, session.client_id);
  const clientId = account?.client_id ?? null;
  const successor = refreshTokens.after(session.id, token);
  if (caller.language !== null) await setPageLanguage(tx, session.user_id, caller.language);
  if (decision === 'rotate') {
    const tokenHash = hashToken(successor);
    await rotateSession(tx, {
      id: session.id,
      tokenHash,
      clientId,
      ip: caller.ip,
      userAgent: shortUserAgent(caller),
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
    inCookie: session.in_cookie,
  };
}

function endedBecause(reason: string | null): FieldError[] {
  const msg = sessionEndReasons[reason ?? ''];
  return msg === undefined ? [] : [{ field: 'session_id', msg }];
}

/** A client repeats a request whose response was lost from the same browser and network. */
function isSameClient(session: LockedSession, caller: Caller): boolean {
  return session.user_agent === shortUserAgent(caller) && addressGroup(session.ip) === addressGroup(caller.ip);
}

async function revokeReused(tx: Executor, session: LockedSession, caller: Caller): Promise<Outcome> {
  const { id, user_id: uid, client_id: clientId } = session;
  const reused = eventOf(caller, 'refresh_token_reused', { uid, clientId, target: id });
  const ended = await revokeSessionFamily(tx, id);
  await writeAudit(tx, reused);
  return { reused, ended };
}
