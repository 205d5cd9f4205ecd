import type { BulkAct, BulkJob, Filter, Selection } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { Job, JobResult } from '../../platform/jobs/runner.ts';
import { addChanges } from '../sync/public.ts';
import { type Seer, seesContact, visibilityOf } from '../team/public.ts';
import {
  advanceBulk,
  type BulkRow,
  beginBulkStep,
  endBulk,
  findBulk,
  insertBulk,
  type StoredSelection,
} from './bulk-repo.ts';
import { hashOf } from './contacts.ts';
import { setFieldOf } from './field-repo.ts';
import { readFields, resolveFields } from './fields.ts';
import { compileFilter, Parameters } from './filter-repo.ts';
import { addToLists, deleteList, findLists, hideList, listMembersOfList, removeFromLists } from './list-repo.ts';
import { listOfDeletion, restoreContacts, touchContacts, trashContacts } from './repo.ts';
import { countContacts, walkContactIds } from './table-repo.ts';
import type { TableContext, Which } from './which-repo.ts';

export const bulkKind = 'contacts.bulk';
export const exportKind = 'contacts.export';
export const stepSize = 1_000;
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** How long the file of an export is kept. */
const fileMs = 7 * 24 * 3_600_000;

/** What an act does, as it is kept; fields by number, so that a new name meanwhile does not matter. */
export type StoredAct =
  | { kind: 'add_lists' | 'remove_lists'; listIds: string[] }
  | { kind: 'set_field'; no: number; value: string | null }
  | { kind: 'delete' }
  | { kind: 'export'; fields: number[]; seer: Seer }
  | { kind: 'restore'; deletionId: string }
  | { kind: 'delete_list'; listId: string; members: 'keep' | 'only_here' | 'all' };

/** What a table of this actor may show. */
export async function contextOf(tx: TenantTx, actor: Seer): Promise<TableContext> {
  return { fields: await readFields(tx), masked: visibilityOf(actor).masked };
}

export function assigneeOf(actor: Seer): Which['assignee'] {
  const { assigneeId, channelIds, groupIds } = visibilityOf(actor);
  return assigneeId === null ? undefined : { id: assigneeId, channelIds, groupIds };
}

/** @throws AppError('validation_failed') under the given name when a filter asks for what is not there or not shown */
export async function checkFilter(tx: TenantTx, actor: Seer, field: string, filter: Filter): Promise<void> {
  const context = await contextOf(tx, actor);
  try {
    compileFilter(filter, context, new Parameters(tx.clientId));
  } catch (error) {
    if (error instanceof AppError) throw invalid(field, error.message);
    throw error;
  }
}

/** The part of a selection that a table's own words name. */
export function whichOf(selection: Selection): Which {
  if ('ids' in selection) return { ids: selection.ids };
  const { filter, search, contact_list_id: listId, except } = selection;
  return { filter, search, listId, except };
}

export function presentBulk(row: BulkRow): BulkJob {
  const { id, kind, state, seen, changed, total, error, file_bytes, created_by, created_at, ended_at } = row;
  const file =
    file_bytes === null || ended_at === null
      ? null
      : { size_bytes: file_bytes, expires_at: new Date(ended_at.getTime() + fileMs).toISOString() };
  const at = { created_at: created_at.toISOString(), ended_at: ended_at?.toISOString() ?? null };
  return { id, kind, state, seen, changed, total, error, file, created_by, ...at };
}

async function storedAct(tx: TenantTx, act: BulkAct): Promise<StoredAct> {
  switch (act.kind) {
    case 'add_lists':
    case 'remove_lists': {
      const found = await findLists(tx, act.contact_list_ids);
      if (found.length < new Set(act.contact_list_ids).size) {
        throw invalid('act.contact_list_ids', 'One of these lists was not found.');
      }
      return { kind: act.kind, listIds: found.map(({ id }) => id) };
    }
    case 'set_field': {
      const [no, value] = Object.entries(await resolveFields(tx, { [act.name]: act.value }))[0] ?? [];
      return { kind: 'set_field', no: Number(no), value: value ?? '' };
    }
    case 'remove_field': {
      const field = (await readFields(tx)).get(act.name.toLowerCase());
      if (field === undefined) throw invalid('act.name', `There is no field named ${act.name}.`);
      return { kind: 'set_field', no: field.no, value: null };
    }
    case 'delete':
      return { kind: 'delete' };
  }
}

/**
 * Begins an act on many contacts; it goes on behind the answer. The same id again answers the same act.
 * @throws AppError validation_failed, id_conflict
 */
export async function beginBulk(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  selection: Selection,
  act: BulkAct,
): Promise<BulkJob> {
  const requestHash = hashOf({ selection, act });
  const there = await findBulk(tx, id);
  if (there !== null) {
    if (there.request_hash.equals(requestHash)) return presentBulk(there);
    throw new AppError('id_conflict', { message: 'Another act has this id.' });
  }
  const context = await contextOf(tx, actor);
  const assignee = assigneeOf(actor);
  const named = 'ids' in selection ? [...new Set(selection.ids)].sort() : null;
  const which: Which = 'ids' in selection ? { assignee } : { ...whichOf(selection), assignee };
  const stored: StoredSelection =
    named === null ? { which, masked: context.masked } : { ids: await seenOf(tx, actor, named) };
  // Says what is wrong with a filter now, not behind the answer.
  const total = stored.ids?.length ?? (await countContacts(tx, context, which, 10_000)).count;
  return startBulk(tx, {
    id,
    act: await storedAct(tx, act),
    selection: stored,
    total,
    author: actor.author,
    requestHash,
  });
}

export async function startBulk(
  tx: TenantTx,
  bulk: {
    id: string;
    act: StoredAct;
    selection: StoredSelection;
    total: number | null;
    author: string;
    requestHash: Buffer;
  },
): Promise<BulkJob> {
  const { id, act, selection, total, author, requestHash } = bulk;
  const row = { id, kind: act.kind, act, selection, total, created_by: author, request_hash: requestHash };
  await insertBulk(tx, row);
  // One after the other: two acts on the same contacts would wait for each other's rows anyway.
  const job = act.kind === 'export' ? exportKind : bulkKind;
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind: job, key: job, payload: { bulk_id: id } }]);
  const made = await findBulk(tx, id);
  if (made === null) throw new Error('an act that was written is missing');
  return presentBulk(made);
}

export function actNotFound(): AppError {
  return new AppError('not_found', { message: 'This act was not found.' });
}

export async function cancelBulk(tx: TenantTx, id: string): Promise<BulkJob> {
  const ended = await endBulk(tx, id, 'cancelled', null);
  if (ended !== null && ended.kind !== 'export') await tellEverybody(tx, ended.act as StoredAct);
  const row = ended ?? (await findBulk(tx, id));
  if (row === null) throw actNotFound();
  return presentBulk(row);
}

/** Those of some contacts that the actor sees. */
export async function seenOf(tx: TenantTx, actor: AccountActor, ids: readonly string[]): Promise<string[]> {
  const view = visibilityOf(actor);
  if (view.assigneeId === null) return [...ids];
  const seen = await Promise.all(ids.map(async (id) => ((await seesContact(tx, view, id)) ? [id] : [])));
  return seen.flat();
}

/** Thousands of contacts changed: one row says so. */
async function tellEverybody(tx: TenantTx, act: StoredAct): Promise<void> {
  const version = Date.now();
  const bulk = { id: '*', marker: 'MODIFIED' as const, version };
  const lists = act.kind === 'set_field' ? [] : [{ collection: 'contact_lists' as const, ...bulk }];
  await addChanges(tx, [{ collection: 'contacts' as const, ...bulk }, ...lists]);
}

/** One run of an act: steps of a thousand contacts, each in a transaction that also says how far it is. */
export async function runBulk(job: Job): Promise<JobResult> {
  const id = job.payload['bulk_id'] ?? '';
  for (;;) {
    const done = await job.transaction(async (tx) => {
      const row = await beginBulkStep(tx, id);
      if (row === null) return true;
      const act = row.act as Exclude<StoredAct, { kind: 'export' }>;
      const ids = await nextIds(tx, row, act);
      if (ids.length > 0) {
        const changed = await doStep(tx, act, ids, id);
        await advanceBulk(tx, id, { cursor: ids.at(-1) ?? beforeAll, seen: ids.length, changed });
      }
      if (ids.length === stepSize) return false;
      if (act.kind === 'delete_list') await deleteList(tx, act.listId);
      await endBulk(tx, id, 'done', null);
      await tellEverybody(tx, act);
      return true;
    });
    if (done) return undefined;
    if (job.isSliceOver()) return 'again';
  }
}

export async function bulkGaveUp(tx: TenantTx, payload: Record<string, string>, reason: string): Promise<void> {
  const ended = await endBulk(tx, payload['bulk_id'] ?? '', 'failed', reason);
  if (ended !== null && ended.kind !== 'export') await tellEverybody(tx, ended.act as StoredAct);
}

export async function nextIds(tx: TenantTx, row: BulkRow, act: StoredAct): Promise<string[]> {
  const after = row.cursor ?? beforeAll;
  if (act.kind === 'restore') return listOfDeletion(tx, act.deletionId, after, stepSize);
  // Members leave as they are dealt with, so the first ones are always the next.
  if (act.kind === 'delete_list') return (await listMembersOfList(tx, act.listId, stepSize)).map(({ id }) => id);
  const { selection } = row;
  if (selection.ids !== undefined) return selection.ids.filter((id) => id > after).slice(0, stepSize);
  const context = { fields: await readFields(tx), masked: selection.masked };
  return walkContactIds(tx, context, selection.which, after, stepSize);
}

/** @returns how many contacts changed */
async function doStep(
  tx: TenantTx,
  act: Exclude<StoredAct, { kind: 'export' }>,
  ids: string[],
  bulkId: string,
): Promise<number> {
  switch (act.kind) {
    case 'add_lists':
      return (await touchContacts(tx, await addToLists(tx, act.listIds, ids))).length;
    case 'remove_lists':
      return (await touchContacts(tx, await removeFromLists(tx, act.listIds, ids))).length;
    case 'set_field':
      return (await setFieldOf(tx, ids, act.no, act.value)).length;
    case 'delete':
      return (await trashContacts(tx, ids, bulkId)).length;
    case 'restore':
      return (await restoreContacts(tx, ids)).length;
    case 'delete_list': {
      const members = await listMembersOfList(tx, act.listId, stepSize);
      const going = members.filter(
        ({ elsewhere }) => act.members === 'all' || (act.members === 'only_here' && !elsewhere),
      );
      await trashContacts(
        tx,
        going.map(({ id }) => id),
        bulkId,
      );
      await touchContacts(
        tx,
        await removeFromLists(
          tx,
          [act.listId],
          members.map(({ id }) => id),
        ),
      );
      return going.length;
    }
  }
}

/** Takes a list away: at once for everybody who looks, its members behind the answer. @throws AppError('not_found') */
export async function dropList(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  bulkId: string,
  members: 'keep' | 'only_here' | 'all',
): Promise<void> {
  const version = await hideList(tx, id);
  if (version === null) throw new AppError('not_found', { message: 'This list was not found.' });
  await addChanges(tx, [{ collection: 'contact_lists', id, marker: 'DELETED', version }]);
  const act: StoredAct = { kind: 'delete_list', listId: id, members };
  const selection = { ids: [] };
  await startBulk(tx, { id: bulkId, act, selection, total: null, author: actor.author, requestHash: hashOf(act) });
}
