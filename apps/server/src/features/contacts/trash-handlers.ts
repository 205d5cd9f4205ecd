import { cleanName } from '@parley/contract/names';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { hashRequest } from '../../platform/http/idempotency.ts';
import { type Handlers, requireRole } from '../../platform/http/routing.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import { addChanges } from '../sync/public.ts';
import { viewerOf, visibilityOf } from '../team/public.ts';
import { enqueueBulkOperation, filterVisible } from './bulk/bulk.ts';
import { refuseDeletingAll } from './bulk/delete-all.ts';
import { listNotFound } from './lists/list-not-found.ts';
import { findLists, removeFromLists } from './lists/list-repo.ts';
import { contactNotFound, lockVisibleContact } from './people/contacts.ts';
import { presentTrashed } from './people/present.ts';
import {
  listDeletedIds,
  listTrash,
  restoreContacts,
  touchContacts,
  trashContacts,
  type Versions,
} from './people/repo.ts';
import { readTimePosition, timePage } from './people/time-page.ts';
import { writeAndNotify } from './people/write.ts';
import { recordActivity } from './query/activity-repo.ts';
import { contextWithoutFields } from './query/selection-repo.ts';
import { countContacts } from './query/table-repo.ts';
import { visibilityScopeOf } from './query/visibility-scope.ts';

const firstId = '00000000-0000-0000-0000-000000000000';
const batchSize = 1_000;

/** Deleting and restoring contacts, and removing them from lists. */
export function trashHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const write = <T>(actor: AccountActor, fn: (tx: TenantTx) => Promise<T>): Promise<T> =>
    writeAndNotify(platform, actor.clientId, fn);
  return {
    'DELETE /api/contacts': async ({ actor }, { body }) => {
      const id = newId();
      await write(actor, async (tx) => {
        const { name } = await getNameAndCountry(tx, tx.clientId);
        if (body.account_name !== undefined && cleanName(body.account_name) !== cleanName(name)) {
          throw invalid('account_name', 'This is not the name of the account. Nothing was deleted.');
        }
        const which = { assignee: visibilityScopeOf(actor) };
        const context = contextWithoutFields;
        const { count } = await countContacts(tx, context, which, batchSize);
        const operation = { kind: 'delete' as const, most: null };
        await enqueueBulkOperation(tx, {
          id,
          operation,
          selection: { which, masked: false },
          total: count,
          author: actor.author,
          requestHash: hashRequest({ id }),
        });
      });
      return { status: 202, body: { job_id: id } };
    },
    'DELETE /api/contacts/multi': async ({ actor }, { body }) => {
      const listId = body.contact_list_id ?? null;
      if (listId === null) requireRole(actor, 'contacts.delete');
      const count = await write(actor, async (tx) => removeMany(tx, actor, body.ids, listId));
      return { status: 200, body: { count } };
    },
    'DELETE /api/contacts/{id}': async ({ actor }, { params, query }) => {
      const listId = query.contact_list_id ?? null;
      if (listId === null) requireRole(actor, 'contacts.delete');
      await write(actor, async (tx) => {
        const { id } = await lockVisibleContact(tx, actor, params.id);
        await removeMany(tx, actor, [id], listId);
      });
      return { status: 204, body: undefined };
    },
    'GET /api/contacts/trash': async ({ actor }, { query }) => {
      const { masked, assigneeId, contact } = visibilityOf(actor);
      const before = readTimePosition(query.cursor);
      // A member limited to assigned conversations sees no trash, because a trashed contact has no conversation.
      const rows =
        assigneeId === null ? await withTenant(actor.clientId, (tx) => listTrash(tx, before, query.limit + 1)) : [];
      const { shown, next_cursor } = timePage(rows, query.limit);
      const data = shown.map(presentTrashed).map((row) => {
        if (!masked) return row;
        const { name, phone_number, phone_masked } = contact({ ...row } as unknown as Parameters<typeof contact>[0]);
        return { ...row, name, phone_number, ...(phone_masked === undefined ? {} : { phone_masked }) };
      });
      return { status: 200, body: { data, next_cursor } };
    },
    'POST /api/contacts/restore': async ({ actor }, { body }) => {
      const result = await write(actor, async (tx) => {
        if ('ids' in body) return { count: await restoreMany(tx, actor, body.ids) };
        const first = await listDeletedIds(tx, body.deletion_id, firstId, batchSize + 1);
        if ((await filterVisible(tx, actor, first)).length === 0) throw contactNotFound();
        if (first.length <= batchSize) return { count: await restoreMany(tx, actor, first) };
        const id = newId();
        const operation = { kind: 'restore' as const, deletionId: body.deletion_id, viewer: viewerOf(actor) };
        const bulk = {
          id,
          operation,
          selection: { ids: [] },
          total: null,
          author: actor.author,
          requestHash: hashRequest(operation),
        };
        return { job_id: (await enqueueBulkOperation(tx, bulk)).id };
      });
      return 'count' in result ? { status: 200, body: result } : { status: 202, body: result };
    },
  };
}

async function tell(tx: TenantTx, marker: 'DELETED' | 'MODIFIED' | 'NEW', changed: Versions): Promise<void> {
  if (changed.length === 0) return;
  const lists = [{ collection: 'contact_lists' as const, id: '*', marker: 'MODIFIED' as const, version: Date.now() }];
  await addChanges(tx, [...changed.map((one) => ({ collection: 'contacts' as const, marker, ...one })), ...lists]);
}

/** Removes contacts from a list, or moves them to the trash when no list is given. @returns their number */
async function removeMany(
  tx: TenantTx,
  actor: AccountActor,
  named: readonly string[],
  listId: string | null,
): Promise<number> {
  const ids = await filterVisible(tx, actor, [...new Set(named)]);
  if (listId === null) {
    await refuseDeletingAll(tx, actor, ids.length);
    const gone = await trashContacts(tx, ids, newId());
    await recordActivity(
      tx,
      actor.author,
      'deleted',
      gone.map(({ id }) => id),
    );
    await tell(tx, 'DELETED', gone);
    return gone.length;
  }
  if ((await findLists(tx, [listId])).length === 0) throw listNotFound();
  const left = await touchContacts(tx, await removeFromLists(tx, [listId], ids));
  await recordActivity(
    tx,
    actor.author,
    'left_list',
    left.map(({ id }) => id),
    { contact_list_id: listId },
  );
  await tell(tx, 'MODIFIED', left);
  return left.length;
}

/** Restores the contacts that are visible to the actor. @returns their number */
async function restoreMany(tx: TenantTx, actor: AccountActor, ids: readonly string[]): Promise<number> {
  const back = await restoreContacts(tx, await filterVisible(tx, actor, ids));
  await recordActivity(
    tx,
    actor.author,
    'restored',
    back.map(({ id }) => id),
  );
  await tell(tx, 'NEW', back);
  return back.length;
}
