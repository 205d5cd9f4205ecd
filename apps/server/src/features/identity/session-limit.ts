import { type AuditEvent, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { type Caller, eventOf, type IdentityContext } from './context.ts';
import { mostSessions } from './rules.ts';
import { endLeastUsedSessions } from './session-repo.ts';

/**
 * Ends the user's sessions beyond the limit, those used longest ago first. Call it in the transaction that added a
 * session, and `tellEnded` after the commit.
 * @param keep the added session, and the one it was made from
 */
export async function limitSessions(
  tx: Executor,
  uid: string,
  keep: readonly string[],
  caller: Caller,
): Promise<AuditEvent[]> {
  const events = (await endLeastUsedSessions(tx, uid, keep, mostSessions)).map(
    ({ id, client_id: clientId }): AuditEvent => ({
      ...eventOf(caller, 'session_ended', { uid, clientId, target: id }),
      detail: { reason: 'too_many_sessions' },
    }),
  );
  for (const event of events) await writeAudit(tx, event);
  return events;
}

export function tellEnded({ platform }: IdentityContext, events: readonly AuditEvent[]): void {
  for (const event of events) {
    logAudit(platform.log, event);
    platform.notifier.notify('sessions', event.target);
  }
}
