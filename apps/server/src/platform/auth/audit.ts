import { type Executor, statement } from '../db/sql.ts';
import { countEvent } from '../event-counts.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { AccountActor, Call, UserActor } from './actor.ts';

/** A security-relevant event. Never contains a secret or a password, and only ids of customers. */
export type AuditEvent = {
  /** `<feature>.<what happened>` */
  action: string;
  /** The actor: a uid, `api:<key id>` or `scim:<token id>`; null when not signed in. */
  uid: string | null;
  clientId: string | null;
  /** The target: the id of a session, an account, a user. */
  target: string;
  ip: string;
  requestId: string;
  /** Old and new values, counts, the route. */
  detail?: AuditDetail;
};

export type AuditChange = { field: string; from: unknown; to: unknown };
export type AuditDetail = {
  changes?: AuditChange[];
  count?: number;
  route?: string;
  /** Of what was changed, as it was called then. */
  name?: string;
  [name: string]: unknown;
};

const mostDetail = 8_000;
const mostText = 300;
const mostFields = 50;
const mostFieldName = 100;

/** What the audit log says of who called. */
export type AuditedCall = Pick<
  Call<Pick<AccountActor, 'author' | 'clientId'> & Pick<UserActor, 'application'>>,
  'actor' | 'ip' | 'requestId'
>;

/** The event of a call by a member, an API key or another system. */
export function auditEventOf(
  { actor, ip, requestId }: AuditedCall,
  action: string,
  target: string,
  detail?: AuditDetail,
): AuditEvent {
  const event = { action, uid: actor.author, clientId: actor.clientId, target, ip, requestId };
  const known = actor.application === undefined ? detail : { ...detail, application: actor.application.name };
  return known === undefined ? event : { ...event, detail: known };
}

/** The values that changed. @param after absent properties are unchanged */
export function changesBetween(before: object, after: object): AuditChange[] {
  const earlier = before as Record<string, unknown>;
  return Object.entries(after).flatMap(([field, to]) => {
    const from = earlier[field] ?? null;
    if (to === undefined || JSON.stringify(from) === JSON.stringify(to ?? null)) return [];
    return [{ field, from, to: to ?? null }];
  });
}

const insertAudit = statement('auth.insert_audit_event', 'select record_audit_event($1, $2, $3, $4, $5, $6, $7, $8)');

/** Inserts an event into its account's audit log in the same transaction; without an account it is only logged. */
export async function writeAudit(tx: Executor, event: AuditEvent): Promise<void> {
  const { clientId, uid, action, target, ip, requestId, detail } = event;
  if (clientId === null) return;
  const kept = detail === undefined ? null : detailText(detail);
  await tx.run(insertAudit, [clientId, newId(), uid ?? 'anonymous', action, target, ip, requestId, kept]);
}

/**
 * Writes what a call changed, in the transaction that changes it; nothing when nothing changed.
 * @param before all audited values; null: the row is new
 * @param after the same afterwards; null: the row is gone
 */
export async function auditChanges(
  tx: Executor,
  call: AuditedCall,
  action: string,
  target: string,
  before: object | null,
  after: object | null,
): Promise<void> {
  const gone = Object.fromEntries(Object.keys(before ?? {}).map((field) => [field, null]));
  const changes = changesBetween(before ?? {}, { ...gone, ...after });
  if (changes.length === 0) return;
  const name = nameIn(after) ?? nameIn(before);
  await writeAudit(tx, auditEventOf(call, action, target, { changes, ...(name !== null && { name }) }));
}

const names = ['name', 'title', 'channel_label', 'email'];

function nameIn(values: object | null): string | null {
  const found = names.map((name) => (values as Record<string, unknown> | null)?.[name]);
  return (found.find((name) => typeof name === 'string' && name !== '') as string | undefined) ?? null;
}

/**
 * JSON of limited size: long texts are cut; of a detail that is still too long only the names of what changed remain.
 */
export function detailText(detail: AuditDetail): string {
  const text = JSON.stringify(detail, (_key, value) =>
    typeof value === 'string' && value.length > mostText ? `${value.slice(0, mostText)}…` : value,
  );
  if (text.length <= mostDetail) return text;
  const fields = detail.changes?.slice(0, mostFields).map(({ field }) => field.slice(0, mostFieldName));
  return JSON.stringify({ route: detail.route, name: detail.name, fields, too_long: true });
}

/** Writes one log line for an event; call it after the commit. */
export function logAudit(log: Log, event: AuditEvent): void {
  countEvent(event.action);
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
