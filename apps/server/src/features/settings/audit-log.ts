import { logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { Executor } from '../../platform/db/sql.ts';
import type { RouteAudit } from '../../platform/http/routing.ts';
import { idFromKey } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteOldAuditEvents, insertRefusedCalls, type RefusedCalls } from './audit-repo.ts';

const mostEvents = 100_000;
const everyMs = 1_000;
const hourMs = 3_600_000;
/** The number of actors and routes whose refusals wait to be written; further ones are only logged. */
const mostWaiting = 1_000;

export type AuditRecorder = RouteAudit & { close(): Promise<void> };

/**
 * Records calls. Refusals are counted as one event for each actor, route and hour, so that repeated calls do not fill
 * the table; they are written a second later.
 */
export function createAuditRecorder(platform: Platform): AuditRecorder {
  const system = platform.db.system.statements('keys');
  let waiting = new Map<string, RefusedCalls>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    timer = undefined;
    const calls = [...waiting.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    waiting = new Map();
    if (calls.length === 0) return;
    await insertRefusedCalls(system, calls).catch((error: unknown) =>
      platform.log.warn({ err: error, calls: calls.length }, 'refused calls were not written into the audit log'),
    );
  }

  return {
    async done(event) {
      const { clientId } = event;
      if (clientId === null) return;
      await platform.db.withTenant(clientId, (tx) => writeAudit(tx, event));
      logAudit(platform.log, event);
    },
    refused(event) {
      const { clientId, uid, target: route, ip, requestId, detail } = event;
      if (clientId === null || uid === null) return;
      const id = idFromKey(clientId, uid, `refused ${route}`, String(Math.floor(Date.now() / hourMs)));
      const there = waiting.get(id);
      if (there !== undefined) there.count++;
      else if (waiting.size >= mostWaiting) logAudit(platform.log, event);
      else {
        const message = String(detail?.['message'] ?? '');
        waiting.set(id, { clientId, id, actor: uid, route, message, ip, requestId, count: 1 });
        logAudit(platform.log, event);
      }
      timer ??= setTimeout(() => {
        writing = writing.then(flush);
      }, everyMs);
    },
    async close() {
      clearTimeout(timer);
      await writing.then(flush);
    },
  };
}

/** Deletes events older than 400 days, and those beyond an account's newest 100,000. */
export function deleteExpiredAuditEvents(tx: Executor): Promise<number> {
  return deleteOldAuditEvents(tx, mostEvents);
}
