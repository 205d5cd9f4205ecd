import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { type AuditDetail, auditEventOf, changesBetween, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChannelRow } from './repo.ts';
import { identifyingFields } from './service.ts';

/** Writes an event about a channel into the audit log. */
export async function audit(
  platform: Platform,
  call: Pick<Call<AccountActor>, 'actor' | 'ip' | 'requestId'>,
  action: string,
  channelId: string,
  detail?: AuditDetail,
): Promise<void> {
  const event = auditEventOf(call, action, channelId, detail);
  await platform.db.withTenant(call.actor.clientId, (tx) => writeAudit(tx, event));
  logAudit(platform.log, event);
}

export function auditAdded(
  platform: Platform,
  call: Pick<Call<AccountActor>, 'actor' | 'ip' | 'requestId'>,
  row: ChannelRow,
): Promise<void> {
  return audit(platform, call, 'channels.added', row.id, { changes: changesBetween({}, identifyingFields(row)) });
}
