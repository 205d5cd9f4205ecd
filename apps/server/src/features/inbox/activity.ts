import type { TenantTx } from '../../platform/db/sql.ts';
import { listThreadEvents, listThreadNotices } from '../messaging/public.ts';

type Line = Awaited<ReturnType<typeof listThreadEvents>>[number];

/** What happened to a conversation, and to its channel and templates, newest first. */
export async function listActivity(
  tx: TenantTx,
  threadId: string,
  before: { at: Date; id: string },
  limit: number,
): Promise<Line[]> {
  const events = await listThreadEvents(tx, threadId, before, limit);
  const notices = await listThreadNotices(tx, threadId, before, limit);
  return [...events, ...notices].sort(newestFirst).slice(0, limit);
}

function newestFirst(a: Line, b: Line): number {
  return b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1);
}
