import { readOrder } from '@parley/contract/order';
import type { ContactOrder } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { listOrders, type OrderRow, presentThread, type ThreadRow } from '../messaging/public.ts';
import { isContactVisible, visibilityOf } from '../team/public.ts';
import { contactExists, listThreadsOfContact } from './conversation-query.ts';

/** What the conversations of one contact hold, for members who see the contact. */
export function contactHandlers(platform: Platform): Handlers {
  const reading = <T>(clientId: string, fn: (tx: TenantTx) => Promise<T>) =>
    platform.db.withTenant(clientId, fn, { readOnly: true });
  return {
    async 'GET /api/contacts/{id}/threads'({ actor }, { params }) {
      const rows = await reading(actor.clientId, (tx) => visibleThreads(tx, actor, params.id));
      return { status: 200, body: { data: rows.map((row) => visibilityOf(actor).thread(presentThread(row))) } };
    },
    async 'GET /api/contacts/{id}/orders'({ actor }, { params }) {
      const rows = await reading(actor.clientId, async (tx) => {
        const threads = await visibleThreads(tx, actor, params.id);
        return listOrders(
          tx,
          threads.map(({ id }) => id),
        );
      });
      return { status: 200, body: { data: rows.map(presentOrder) } };
    },
  };
}

/** @throws AppError not_found for a contact that the caller does not see */
async function visibleThreads(tx: TenantTx, actor: AccountActor, contactId: string): Promise<ThreadRow[]> {
  const view = visibilityOf(actor);
  const exists = isUuid(contactId) && (await contactExists(tx, contactId));
  if (!exists || !(await isContactVisible(tx, view, contactId))) {
    throw new AppError('not_found', { message: 'This contact was not found.' });
  }
  return (await listThreadsOfContact(tx, contactId)).filter((row) => view.canSeeThread(row));
}

function presentOrder({ id, thread_id, timestamp, content }: OrderRow): ContactOrder {
  const { catalog_id: catalog, text } = content;
  return {
    id,
    thread_id,
    at: timestamp.toISOString(),
    catalog_id: typeof catalog === 'string' ? catalog : null,
    text: typeof text === 'string' ? text : '',
    ...readOrder(content),
  };
}
