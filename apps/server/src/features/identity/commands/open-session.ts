import type { Tokens } from '@parley/contract/types';
import { type AuditEvent, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Grant } from '../../../platform/auth/id-token.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import {
  answerTokens,
  type Caller,
  eventOf,
  hashToken,
  type IdentityContext,
  newRefreshToken,
  shortAgent,
} from '../context.ts';
import { findAccount, markAccountUsed, markLoggedIn } from '../repo.ts';
import { insertSession, type SignInWay } from '../session-repo.ts';

/** A session that exists once its transaction has committed. */
export type OpenedSession = { grant: Grant; refreshToken: string; event: AuditEvent };

/**
 * A new session of somebody who has just shown who they are, in the account used last, else the oldest, else none.
 * Call it in the transaction that used up what they showed, and `answerSignIn` when that has committed.
 */
export async function openSession(
  tx: Executor,
  person: { uid: string; way: SignInWay },
  caller: Caller,
): Promise<OpenedSession> {
  const { uid, way } = person;
  const [sid, refreshToken] = [newId(), newRefreshToken()];
  const account = await findAccount(tx, uid, null);
  const clientId = account?.client_id ?? null;
  const event = eventOf(caller, 'signed_in', { uid, clientId, target: sid });
  await Promise.all([
    markLoggedIn(tx, uid),
    insertSession(tx, {
      id: sid,
      userId: uid,
      clientId,
      amr: way,
      tokenHash: hashToken(refreshToken),
      ip: caller.ip,
      userAgent: shortAgent(caller),
    }),
    clientId === null ? undefined : markAccountUsed(tx, clientId, uid),
    writeAudit(tx, event),
  ]);
  const grant = { uid, sid, account: account && { clientId: account.client_id, role: account.role } };
  return { grant, refreshToken, event };
}

export function answerSignIn(context: IdentityContext, opened: OpenedSession): Promise<Tokens> {
  logAudit(context.platform.log, opened.event);
  return answerTokens(context, opened.grant, opened.refreshToken);
}
