import type { ContactList, Segment } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, pgCode } from '../../platform/errors.ts';
import { type Handlers, requireRight } from '../../platform/http/routing.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import { hintJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { assigneeOf, contextOf, dropList } from './bulk.ts';
import { hashOf, idOf } from './contacts.ts';
import { addField, changeField, dropField, inFields, presentFields, readFields, sortFields } from './fields.ts';
import { compileFilter, Parameters } from './filter-repo.ts';
import { listNotFound } from './handlers.ts';
import { findLists, insertList, listLists, sampleOfList, updateList } from './list-repo.ts';
import { contactsInOrder, presentList, presentSegment } from './present.ts';
import { deleteSegment, findSegment, insertSegment, listSegments, updateSegment } from './segment-repo.ts';
import { walkContactIds } from './table-repo.ts';

const sampleSize = 5;
/** Members looked at for those that lack a value. */
const sampleFrom = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

function nameTaken(): AppError {
  return new AppError('name_taken', { data: [{ field: 'name', msg: 'There is a segment with this name already.' }] });
}

function idConflict(kind: string): AppError {
  return new AppError('id_conflict', { message: `Another ${kind} has this id.` });
}

/** Lists. */
export function listHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/contact-lists': async ({ actor }) => ({
      status: 200,
      body: (await withTenant(actor.clientId, listLists, { readOnly: true })).map(presentList),
    }),
    'POST /api/contact-lists': async (call, { body }) => {
      const { actor } = call;
      const id = idOf(call, 'POST /api/contact-lists', body.id);
      const { id: _id, ...content } = body;
      const made = await inList(platform, actor, (tx) => addList(tx, id, content, hashOf(content)));
      return { status: made.created ? 201 : 200, body: made.list };
    },
    'PUT /api/contact-lists/{id}': async ({ actor }, { params, body }) => {
      if (!isUuid(params.id)) throw listNotFound();
      const list = await inList(platform, actor, async (tx) => {
        const version = await updateList(tx, params.id, body);
        const [row] = version === null ? [] : await findLists(tx, [params.id]);
        if (row === undefined) throw listNotFound();
        await addChanges(tx, [{ collection: 'contact_lists', id: row.id, marker: 'MODIFIED', version: row.version }]);
        return presentList(row);
      });
      return { status: 200, body: list };
    },
    'DELETE /api/contact-lists/{id}': async ({ actor }, { params, query }) => {
      const members = { false: 'keep', only_here: 'only_here', true: 'all' } as const;
      if (query.del_contacts !== 'false') requireRight(actor, 'contacts.delete');
      if (!isUuid(params.id)) throw listNotFound();
      await inList(platform, actor, (tx) => dropList(tx, actor, params.id, newId(), members[query.del_contacts]));
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
          const assignee = assigneeOf(actor);
          const context = await contextOf(tx, actor);
          const size = missing.length > 0 ? sampleFrom : sampleSize;
          const ids =
            assignee === undefined
              ? await sampleOfList(tx, list.id, size)
              : await walkContactIds(tx, context, { listId: list.id, assignee }, beforeAll, size);
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

/** Runs in the account and tells others. */
async function inList<T>(platform: Platform, actor: AccountActor, fn: (tx: TenantTx) => Promise<T>): Promise<T> {
  const result = await platform.db.withTenant(actor.clientId, fn);
  platform.signal.hint('changes_new', actor.clientId);
  hintJobs(platform);
  return result;
}

async function addList(
  tx: TenantTx,
  id: string,
  content: { name: string; color?: ContactList['color'] | undefined },
  requestHash: Buffer,
): Promise<{ list: ContactList; created: boolean }> {
  const created = await insertList(tx, { id, name: content.name, color: content.color ?? null, requestHash });
  const [row] = await findLists(tx, [id]);
  if (row === undefined) throw idConflict('list');
  if (!created && row.request_hash?.equals(requestHash) !== true) throw idConflict('list');
  if (created) await addChanges(tx, [{ collection: 'contact_lists', id, marker: 'NEW', version: row.version }]);
  return { list: presentList(row), created };
}

/** The account's own fields. */
export function fieldHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/custom-fields': async ({ actor }) => ({
      status: 200,
      body: { data: await withTenant(actor.clientId, presentFields, { readOnly: true }) },
    }),
    'POST /api/custom-fields': async ({ actor }, { body }) => {
      const { field, created } = await inFields(platform, actor.clientId, (tx) => addField(tx, body));
      return { status: created ? 201 : 200, body: field };
    },
    'PUT /api/custom-fields/order': async ({ actor }, { body }) => ({
      status: 200,
      body: { data: await inFields(platform, actor.clientId, (tx) => sortFields(tx, body.names)) },
    }),
    'PUT /api/custom-fields/{name}': async ({ actor }, { params, body }) => ({
      status: 200,
      body: await inFields(platform, actor.clientId, (tx) => changeField(tx, params.name, body)),
    }),
    'DELETE /api/custom-fields/{name}': async ({ actor }, { params }) => {
      await inFields(platform, actor.clientId, (tx) => dropField(tx, params.name));
      return { status: 204, body: undefined };
    },
  };
}

/** Saved filters. */
export function segmentHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const write = <T>(actor: AccountActor, fn: (tx: TenantTx) => Promise<T>): Promise<T> =>
    withTenant(actor.clientId, fn).catch((error: unknown) => {
      throw pgCode(error) === '23505' ? nameTaken() : error;
    });
  const notFound = () => new AppError('not_found', { message: 'This segment was not found.' });
  /** Says what is wrong with a filter before it is kept. Others may see numbers, so any field can be asked for. */
  const check = async (tx: TenantTx, filter: Segment['filter']) => {
    compileFilter(filter, { fields: await readFields(tx), masked: false }, new Parameters(tx.clientId));
  };
  return {
    'GET /api/segments': async ({ actor }) => ({
      status: 200,
      body: { data: (await withTenant(actor.clientId, listSegments, { readOnly: true })).map(presentSegment) },
    }),
    'POST /api/segments': async (call, { body }) => {
      const { actor } = call;
      const id = idOf(call, 'POST /api/segments', body.id);
      const { name, filter } = body;
      const requestHash = hashOf({ name, filter });
      const { row, created } = await write(actor, async (tx) => {
        await check(tx, filter);
        const made = await insertSegment(tx, { id, name, filter, createdBy: actor.author, requestHash });
        const found = await findSegment(tx, id);
        if (found === null || (!made && !found.request_hash.equals(requestHash))) throw idConflict('segment');
        return { row: found, created: made };
      });
      return { status: created ? 201 : 200, body: presentSegment(row) };
    },
    'PUT /api/segments/{id}': async ({ actor }, { params, body }) => {
      const row = await write(actor, async (tx) => {
        if (body.filter !== undefined) await check(tx, body.filter);
        return isUuid(params.id) ? updateSegment(tx, params.id, body) : null;
      });
      if (row === null) throw notFound();
      return { status: 200, body: presentSegment(row) };
    },
    'DELETE /api/segments/{id}': async ({ actor }, { params }) => {
      const gone = isUuid(params.id) && (await write(actor, (tx) => deleteSegment(tx, params.id)));
      if (!gone) throw notFound();
      return { status: 204, body: undefined };
    },
  };
}
