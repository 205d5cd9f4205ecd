import type { IncomingCall, IncomingWebhook } from '@parley/contract/types';
import type { CallCounts, CallRow } from './call-repo.ts';
import type { IncomingRow } from './incoming-repo.ts';

/** @param publicUrl where callers reach the server */
export function presentIncoming(row: IncomingRow, counts: CallCounts | undefined, publicUrl: string): IncomingWebhook {
  const until = row.previous_secret_until;
  return {
    id: row.id,
    name: row.name,
    url: `${publicUrl.replace(/\/$/, '')}/hooks/in/${row.address}`,
    contact: row.contact,
    message: row.message,
    state: row.state,
    previous_secret_until: until !== null && until.getTime() > Date.now() ? until.toISOString() : null,
    last_24h: { accepted: counts?.accepted ?? 0, failed: counts?.failed ?? 0 },
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    version: row.version,
  };
}

export function presentCall({ body: _body, created_at: at, ...row }: CallRow): IncomingCall {
  return { ...row, created_at: at.toISOString() };
}
