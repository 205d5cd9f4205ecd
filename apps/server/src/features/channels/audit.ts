import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { type AuditEvent, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { Platform } from '../../platform/platform.ts';

/** Writes an act on a channel into the account's book. */
export async function audit(
  platform: Platform,
  { actor, ip, requestId }: Pick<Call<AccountActor>, 'actor' | 'ip' | 'requestId'>,
  action: string,
  channelId: string,
): Promise<void> {
  const uid = actor.kind === 'user' ? actor.uid : actor.author;
  const event: AuditEvent = { action, uid, clientId: actor.clientId, target: channelId, ip, requestId };
  await platform.db.withTenant(actor.clientId, (tx) => writeAudit(tx, event));
  logAudit(platform.log, event);
}
