import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { callId } from '../../platform/http/idempotency.ts';
import { type Handlers, requireRole } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { visibilityOf } from '../team/public.ts';
import { cancelBulkOperation, createBulkOperation, getVisibleBulkOperation, presentBulk } from './bulk/bulk.ts';
import { listRecentBulk } from './bulk/bulk-repo.ts';
import { writeAndNotify } from './people/write.ts';

/** Operations on several contacts. */
export function bulkHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const write = <T>(actor: AccountActor, fn: (tx: TenantTx) => Promise<T>): Promise<T> =>
    writeAndNotify(platform, actor.clientId, fn);
  return {
    'POST /api/contacts/bulk': async (call, { body }) => {
      const { actor } = call;
      if (body.act.kind === 'delete') requireRole(actor, 'contacts.delete');
      const id = callId(call, 'POST /api/contacts/bulk', body.id);
      return {
        status: 202,
        body: await write(actor, (tx) => createBulkOperation(tx, actor, id, body.selection, body.act)),
      };
    },
    'GET /api/contacts/bulk': async ({ actor }) => {
      const own = visibilityOf(actor).assigneeId !== null;
      const rows = await withTenant(actor.clientId, (tx) => listRecentBulk(tx, actor.author, own), { readOnly: true });
      return { status: 200, body: { data: rows.map(presentBulk) } };
    },
    'GET /api/contacts/bulk/{id}': async ({ actor }, { params }) => {
      const row = await withTenant(actor.clientId, (tx) => getVisibleBulkOperation(tx, actor, params.id), {
        readOnly: true,
      });
      return { status: 200, body: presentBulk(row) };
    },
    'POST /api/contacts/bulk/{id}/cancel': async ({ actor }, { params }) => ({
      status: 200,
      body: await write(actor, (tx) => cancelBulkOperation(tx, actor, params.id)),
    }),
  };
}
