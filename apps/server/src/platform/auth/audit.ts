import { type Executor, statement } from '../db/sql.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';

/** Something security-relevant that happened. Never carries a secret, a password or an address. */
export type AuditEvent = {
  /** `<feature>.<what happened>` */
  action: string;
  /** Who did it: a uid; null when nobody is signed in. */
  uid: string | null;
  clientId: string | null;
  /** What it was done to: the id of a session, an account, a person. */
  target: string;
  ip: string;
  requestId: string;
};

const insertAudit = statement(
  'auth.insert-audit',
  'insert into audit_events (client_id, id, actor, action, target, ip) values ($1, $2, $3, $4, $5, $6)',
);

/** Writes an event into its account's book with whatever else the transaction does; without an account the log is all. */
export async function writeAudit(tx: Executor, event: AuditEvent): Promise<void> {
  if (event.clientId === null) return;
  await tx.run(insertAudit, [event.clientId, newId(), event.uid ?? 'anonymous', event.action, event.target, event.ip]);
}

/** One log line for an event; call it when the transaction has committed. */
export function logAudit(log: Log, event: AuditEvent): void {
  log.info(
    {
      audit: event.action,
      uid: event.uid,
      client_id: event.clientId,
      target: event.target,
      ip: event.ip,
      request_id: event.requestId,
    },
    'audit',
  );
}
