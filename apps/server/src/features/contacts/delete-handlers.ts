import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { type Handlers, requireRight } from '../../platform/http/routing.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import { hintJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { fromTheLatest, noteActivity, type TimePosition } from './activity-repo.ts';
import { actNotFound, assigneeOf, beginBulk, cancelBulk, presentBulk, seenOf, startBulk } from './bulk.ts';
import { findBulk, listRecentBulk } from './bulk-repo.ts';
import { hashOf, heldContact, idOf, notFound } from './contacts.ts';
import { listNotFound } from './handlers.ts';
import { findLists, removeFromLists } from './list-repo.ts';
import { presentTrashed } from './present.ts';
import {
  listOfDeletion,
  listTrash,
  readAccount,
  restoreContacts,
  touchContacts,
  trashContacts,
  type Versions,
} from './repo.ts';
import { countContacts } from './table-repo.ts';

const beforeAll = '00000000-0000-0000-0000-000000000000';
const atOnce = 1_000;

/** A page that begins behind a moment and an id. */
export function readTimePosition(cursor: string | undefined): TimePosition {
  const position = readCursor(cursor, ([key, id]) =>
    typeof key === 'string' && /^\d{4}-[\d: .+-]+$/.test(key) && typeof id === 'string' && isUuid(id)
      ? { key, id }
      : null,
  );
  return position ?? fromTheLatest;
}

/** The rows of a page and where the next one begins, from one row more than is shown. */
export function timePage<R extends { id: string; key: string }>(
  rows: readonly R[],
  limit: number,
): { shown: R[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next_cursor: rows.length > limit && last !== undefined ? writeCursor([last.key, last.id]) : null };
}

/** Leaving lists, the trash, and acts on many. */
export function deleteHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const write = async <T>(actor: AccountActor, fn: (tx: TenantTx) => Promise<T>): Promise<T> => {
    const result = await withTenant(actor.clientId, fn);
    platform.signal.hint('changes_new', actor.clientId);
    hintJobs(platform);
    return result;
  };
  return {
    'DELETE /api/contacts': async ({ actor }, { body }) => {
      const id = newId();
      await write(actor, async (tx) => {
        const { name } = await readAccount(tx);
        if (body.account_name !== undefined && body.account_name.trim() !== name) {
          throw invalid('account_name', 'This is not the name of the account. Nothing was deleted.');
        }
        const which = { assignee: assigneeOf(actor) };
        const context = { fields: new Map(), masked: false };
        const { count } = await countContacts(tx, context, which, atOnce);
        const act = { kind: 'delete' as const };
        await startBulk(tx, {
          id,
          act,
          selection: { which, masked: false },
          total: count,
          author: actor.author,
          requestHash: hashOf({ id }),
        });
      });
      return { status: 202, body: { job_id: id } };
    },
    'DELETE /api/contacts/multi': async ({ actor }, { body }) => {
      const listId = body.contact_list_id ?? null;
      if (listId === null) requireRight(actor, 'contacts.delete');
      const count = await write(actor, async (tx) => removeMany(tx, actor, body.ids, listId));
      return { status: 200, body: { count } };
    },
    'DELETE /api/contacts/{id}': async ({ actor }, { params, query }) => {
      const listId = query.contact_list_id ?? null;
      if (listId === null) requireRight(actor, 'contacts.delete');
      await write(actor, async (tx) => {
        const { id } = await heldContact(tx, actor, params.id);
        await removeMany(tx, actor, [id], listId);
      });
      return { status: 204, body: undefined };
    },
    'GET /api/contacts/trash': async ({ actor }, { query }) => {
      const { masked, assigneeId, contact } = visibilityOf(actor);
      const before = readTimePosition(query.cursor);
      // Who sees only what is assigned to them sees nothing that nobody can be in a conversation with.
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
        const first = await listOfDeletion(tx, body.deletion_id, beforeAll, atOnce + 1);
        if (first.length === 0) throw notFound();
        if (first.length <= atOnce) return { count: await restoreMany(tx, actor, first) };
        const id = newId();
        const act = { kind: 'restore' as const, deletionId: body.deletion_id };
        const bulk = { id, act, selection: { ids: [] }, total: null, author: actor.author, requestHash: hashOf(act) };
        return { job_id: (await startBulk(tx, bulk)).id };
      });
      return 'count' in result ? { status: 200, body: result } : { status: 202, body: result };
    },
    'POST /api/contacts/bulk': async (call, { body }) => {
      const { actor } = call;
      if (body.act.kind === 'delete') requireRight(actor, 'contacts.delete');
      const all = 'ids' in body.selection ? false : Object.keys(body.selection).length === 0;
      if (all && body.act.kind === 'delete') requireRight(actor, 'contacts.delete_all');
      const id = idOf(call, 'POST /api/contacts/bulk', body.id);
      return { status: 202, body: await write(actor, (tx) => beginBulk(tx, actor, id, body.selection, body.act)) };
    },
    'GET /api/contacts/bulk': async ({ actor }) => {
      const rows = await withTenant(actor.clientId, (tx) => listRecentBulk(tx, actor.author), { readOnly: true });
      return { status: 200, body: { data: rows.map(presentBulk) } };
    },
    'GET /api/contacts/bulk/{id}': async ({ actor }, { params }) => {
      const row = isUuid(params.id) ? await withTenant(actor.clientId, (tx) => findBulk(tx, params.id)) : null;
      if (row === null) throw actNotFound();
      return { status: 200, body: presentBulk(row) };
    },
    'POST /api/contacts/bulk/{id}/cancel': async ({ actor }, { params }) => {
      if (!isUuid(params.id)) throw actNotFound();
      return { status: 200, body: await write(actor, (tx) => cancelBulk(tx, params.id)) };
    },
  };
}

async function tell(tx: TenantTx, marker: 'DELETED' | 'MODIFIED' | 'NEW', changed: Versions): Promise<void> {
  if (changed.length === 0) return;
  const lists = [{ collection: 'contact_lists' as const, id: '*', marker: 'MODIFIED' as const, version: Date.now() }];
  await addChanges(tx, [...changed.map((one) => ({ collection: 'contacts' as const, marker, ...one })), ...lists]);
}

/** With a list they leave it, without one they go to the trash. @returns how many did */
async function removeMany(
  tx: TenantTx,
  actor: AccountActor,
  named: readonly string[],
  listId: string | null,
): Promise<number> {
  const ids = await seenOf(tx, actor, [...new Set(named)]);
  if (listId === null) {
    const gone = await trashContacts(tx, ids, newId());
    await noteActivity(
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
  await noteActivity(
    tx,
    actor.author,
    'left_list',
    left.map(({ id }) => id),
    { contact_list_id: listId },
  );
  await tell(tx, 'MODIFIED', left);
  return left.length;
}

async function restoreMany(tx: TenantTx, actor: AccountActor, ids: readonly string[]): Promise<number> {
  const back = await restoreContacts(tx, ids);
  await noteActivity(
    tx,
    actor.author,
    'restored',
    back.map(({ id }) => id),
  );
  await tell(tx, 'NEW', back);
  return back.length;
}
