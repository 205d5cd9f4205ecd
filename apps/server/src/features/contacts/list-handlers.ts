import type { ContactList } from '@parley/contract/types';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import { type Handlers, requireRole } from '../../platform/http/routing.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { startListDeletion, tableContextOf } from './bulk/bulk.ts';
import { listNotFound } from './lists/list-not-found.ts';
import { findLists, insertList, type ListRow, listLists, listSampleMembers, updateList } from './lists/list-repo.ts';
import { contactsInOrder, presentList, presentLists } from './people/present.ts';
import { writeAndNotify } from './people/write.ts';
import { scanContactIds } from './query/table-repo.ts';
import { visibilityScopeOf } from './query/visibility-scope.ts';

const sampleSize = 5;
/** Sample size for members without a value. */
const sampleFrom = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

function idConflict(): AppError {
  return new AppError('id_conflict', { message: 'Another list has this id.' });
}

/** Lists. */
export function listHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/contact-lists': async ({ actor }) => ({
      status: 200,
      body: await withTenant(actor.clientId, async (tx) => presentLists(tx, actor, await listLists(tx)), {
        readOnly: true,
      }),
    }),
    'POST /api/contact-lists': async (call, { body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/contact-lists', body.id);
      const { id: _id, ...content } = body;
      const made = await writeAndNotify(platform, actor.clientId, (tx) =>
        addList(tx, call, id, content, hashRequest(content)),
      );
      return { status: made.created ? 201 : 200, body: made.list };
    },
    'PUT /api/contact-lists/{id}': async (call, { params, body }) => {
      const { actor } = call;
      if (!isUuid(params.id)) throw listNotFound();
      const list = await writeAndNotify(platform, actor.clientId, async (tx) => {
        const [before] = await findLists(tx, [params.id]);
        const version = await updateList(tx, params.id, body);
        const [row] = version === null ? [] : await findLists(tx, [params.id]);
        if (before === undefined || row === undefined) throw listNotFound();
        await addChanges(tx, [{ collection: 'contact_lists', id: row.id, marker: 'MODIFIED', version: row.version }]);
        await auditChanges(tx, call, 'contacts.list_changed', row.id, auditedOf(before), auditedOf(row));
        return presentOne(tx, actor, row);
      });
      return { status: 200, body: list };
    },
    'DELETE /api/contact-lists/{id}': async (call, { params, query }) => {
      const { actor } = call;
      const members = { false: 'keep', only_here: 'only_here', true: 'all' } as const;
      if (query.del_contacts !== 'false') requireRole(actor, 'contacts.delete');
      if (!isUuid(params.id)) throw listNotFound();
      await writeAndNotify(platform, actor.clientId, async (tx) => {
        const [before] = await findLists(tx, [params.id]);
        await startListDeletion(tx, actor, params.id, newId(), members[query.del_contacts]);
        if (before !== undefined) {
          const deleted = { ...auditedOf(before), contacts: query.del_contacts };
          await auditChanges(tx, call, 'contacts.list_deleted', before.id, deleted, null);
        }
      });
      return { status: 204, body: undefined };
    },
    'GET /api/contact-lists/{id}/sample-contacts': async ({ actor }, { params, query }) => {
      const view = visibilityOf(actor);
      const { missing = [] } = query;
      const contacts = await withTenant(
        actor.clientId,
        async (tx) => {
          const [list] = isUuid(params.id) ? await findLists(tx, [params.id]) : [];
          if (list === undefined) throw listNotFound();
          const assignee = visibilityScopeOf(actor);
          const context = await tableContextOf(tx, actor);
          const size = missing.length > 0 ? sampleFrom : sampleSize;
          const ids =
            assignee === undefined
              ? await listSampleMembers(tx, list.id, size)
              : await scanContactIds(tx, context, { listId: list.id, assignee }, firstId, size);
          return contactsInOrder(tx, ids);
        },
        { readOnly: true },
      );
      const names = typeof missing === 'string' ? [missing] : missing;
      const lacks = (fields: Record<string, string>) => names.filter((name) => (fields[name] ?? '') === '').length;
      const worstFirst = contacts
        .map((contact, order) => ({ contact, order, lacks: lacks(contact.custom_fields) }))
        .sort((a, b) => b.lacks - a.lacks || a.order - b.order);
      return { status: 200, body: worstFirst.slice(0, sampleSize).map(({ contact }) => view.contact(contact)) };
    },
  };
}

async function presentOne(tx: TenantTx, actor: AccountActor, row: ListRow): Promise<ContactList> {
  const [list] = await presentLists(tx, actor, [row]);
  return list ?? presentList(row);
}

function auditedOf({ name, color }: ListRow) {
  return { name, color };
}

async function addList(
  tx: TenantTx,
  call: Call<AccountActor>,
  id: string,
  content: { name: string; color?: ContactList['color'] | undefined },
  requestHash: Buffer,
): Promise<{ list: ContactList; created: boolean }> {
  const created = await insertList(tx, { id, name: content.name, color: content.color ?? null, requestHash });
  const [row] = await findLists(tx, [id]);
  if (row === undefined) throw idConflict();
  if (!created && row.request_hash?.equals(requestHash) !== true) throw idConflict();
  if (created) {
    await addChanges(tx, [{ collection: 'contact_lists', id, marker: 'NEW', version: row.version }]);
    await auditChanges(tx, call, 'contacts.list_created', id, null, auditedOf(row));
  }
  return { list: await presentOne(tx, call.actor, row), created };
}
