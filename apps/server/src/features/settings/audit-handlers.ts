import type { AuditEvent } from '@parley/contract/types';
import { decodeTimeCursor, type TimePosition, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { tableFile } from '../../platform/table-file/table-file.ts';
import { listUsers } from '../team/public.ts';
import { type AuditFilter, type AuditRow, listAuditEvents } from './audit-repo.ts';
import { auditTable } from './audit-table.ts';

const pageOfFile = 500;

/** Reads the audit log. */
export function auditHandlers(platform: Platform): Handlers {
  return {
    'GET /api/audit-events': async ({ actor }, { query }) => {
      const { cursor, limit, ...wanted } = query;
      const filter = filterOf(wanted);
      const before = decodeTimeCursor(cursor);
      const rows = await platform.db.withTenant(
        actor.clientId,
        (tx) => listAuditEvents(tx, filter, before, limit + 1),
        { readOnly: true },
      );
      const { shown, next } = timePage(rows, limit, ({ at, id }) => ({ at, id }));
      return { status: 200, body: { data: shown.map(presentEvent), next_cursor: next } };
    },
    'GET /api/audit-events/export': async ({ actor }, { query: { format, delimiter, ...wanted } }) => {
      const filter = filterOf(wanted);
      const { withTenant } = platform.db;
      const users = await withTenant(actor.clientId, listUsers, { readOnly: true });
      const names = new Map(users.map(({ id, name }) => [id, name]));
      const readPage = (before: TimePosition) =>
        withTenant(actor.clientId, (tx) => listAuditEvents(tx, filter, before, pageOfFile), { readOnly: true });
      return tableFile('audit-log', { format, delimiter }, await auditTable(names, readPage, pageOfFile));
    },
  };
}

function filterOf(wanted: Partial<Record<keyof AuditFilter, string | undefined>>): AuditFilter {
  const { action = null, actor = null, target = null, from = null, until = null } = wanted;
  return { action, actor, target, from, until };
}

/** An event as the API returns it. */
export function presentEvent({ at, ...row }: AuditRow): AuditEvent {
  return { ...row, at: at.toISOString() };
}
