import { nameKey } from '@parley/contract/names';
import type { BulkJob, BulkOperation, Filter, Selection } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import { isUuid } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import type { Job, JobResult } from '../../../platform/jobs/runner.ts';
import type { TableFormat } from '../../../platform/table-file/table-file.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { filterVisibleContacts, type Viewer, visibilityOf } from '../../team/public.ts';
import { readFields, resolveFields } from '../fields/fields.ts';
import {
  addToLists,
  deleteList,
  findLists,
  hasHiddenMembers,
  hideList,
  listMembers,
  removeFromLists,
} from '../lists/list-repo.ts';
import { listDeletedIds, restoreContacts, touchContacts, trashContacts } from '../people/repo.ts';
import { setFieldOf } from '../query/field-repo.ts';
import { compileFilter, Parameters } from '../query/filter-repo.ts';
import {
  type ContactSelection,
  contextWithoutFields,
  type StoredSelection,
  type TableContext,
} from '../query/selection-repo.ts';
import { countContacts, scanContactIds } from '../query/table-repo.ts';
import { visibilityScopeOf } from '../query/visibility-scope.ts';
import { advanceBulk, type BulkRow, beginBulkStep, endBulk, findBulk, insertBulk } from './bulk-repo.ts';
import { mayDeleteAll, refuseDeletingAll } from './delete-all.ts';

export const bulkKind = 'contacts.bulk';
export const exportKind = 'contacts.export';
export const batchSize = 1_000;
export const firstId = '00000000-0000-0000-0000-000000000000';

/** Counts that decide what a member may do are never cut short. */
const mostContacts = 2_000_000_000;

/** How long the file of an export is available. */
const fileMs = 7 * 24 * 3_600_000;

/** A bulk operation as it is stored. Fields are stored by number, so renaming one meanwhile does not matter. */
export type StoredOperation =
  | { kind: 'add_lists' | 'remove_lists'; listIds: string[] }
  | { kind: 'set_field'; no: number; value: string | null }
  /** `most`: how many at most, however many match when the job runs; null: all. */
  | { kind: 'delete'; most: number | null }
  | { kind: 'export'; fields: number[]; viewer: Viewer; format: TableFormat }
  | { kind: 'restore'; deletionId: string; viewer: Viewer }
  | { kind: 'delete_list'; listId: string; members: 'keep' | 'only_here' | 'all'; most: number | null };

/** The account settings and viewer properties that the contacts table needs. */
export function tableContextOf(tx: TenantTx, actor: Viewer): Promise<TableContext> {
  return readTableContext(tx, visibilityOf(actor).masked);
}

async function readTableContext(tx: TenantTx, masked: boolean): Promise<TableContext> {
  const [fields, { country, time_zone: timeZone }] = await Promise.all([
    readFields(tx),
    getNameAndCountry(tx, tx.clientId),
  ]);
  return { fields, masked, country, timeZone };
}

/** @throws AppError('validation_failed') for the given field when the filter names an unknown or hidden field */
export async function checkFilter(tx: TenantTx, actor: Viewer, field: string, filter: Filter): Promise<void> {
  const context = await tableContextOf(tx, actor);
  try {
    compileFilter(filter, context, new Parameters(tx.clientId));
  } catch (error) {
    if (error instanceof AppError) throw invalid(field, error.message);
    throw error;
  }
}

/** A selection of the API as the query code takes it. */
export function selectionOf(selection: Selection): ContactSelection {
  if ('ids' in selection) return { ids: selection.ids };
  const { filter, search, contact_list_id: listId, except } = selection;
  return { filter, search, listId, except };
}

export function presentBulk(row: BulkRow): BulkJob {
  const { id, kind, state, seen, changed, total, error, file_bytes, created_by, created_at, ended_at } = row;
  const file =
    file_bytes === null || ended_at === null
      ? null
      : {
          ...describeFile(row, file_bytes),
          expires_at: new Date(ended_at.getTime() + fileMs).toISOString(),
        };
  const at = { created_at: created_at.toISOString(), ended_at: ended_at?.toISOString() ?? null };
  return { id, kind, state, seen, changed, total, error, file, created_by, ...at };
}

function describeFile(row: BulkRow, bytes: number) {
  const { format } = (row.operation as Extract<StoredOperation, { kind: 'export' }>).format;
  return { format, size_bytes: format === 'csv' ? bytes : null };
}

/** @param most see `StoredOperation` */
async function toStoredOperation(
  tx: TenantTx,
  operation: BulkOperation,
  most: number | null,
): Promise<StoredOperation> {
  switch (operation.kind) {
    case 'add_lists':
    case 'remove_lists': {
      const found = await findLists(tx, operation.contact_list_ids);
      if (found.length < new Set(operation.contact_list_ids).size) {
        throw invalid('act.contact_list_ids', 'One of these lists was not found.');
      }
      return { kind: operation.kind, listIds: found.map(({ id }) => id) };
    }
    case 'set_field': {
      const [no, value] = Object.entries(await resolveFields(tx, { [operation.name]: operation.value }))[0] ?? [];
      return { kind: 'set_field', no: Number(no), value: value ?? '' };
    }
    case 'remove_field': {
      const field = (await readFields(tx)).get(nameKey(operation.name));
      if (field === undefined) throw invalid('act.name', `There is no field named ${operation.name}.`);
      return { kind: 'set_field', no: field.no, value: null };
    }
    case 'delete':
      return { kind: 'delete', most };
  }
}

/**
 * Creates a bulk operation that a job runs. The same id again returns the same operation.
 * @throws AppError validation_failed, id_conflict, forbidden
 */
export async function createBulkOperation(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  selection: Selection,
  operation: BulkOperation,
): Promise<BulkJob> {
  const requestHash = hashRequest({ selection, act: operation });
  const there = await findBulk(tx, id);
  if (there !== null) {
    if (there.request_hash.equals(requestHash)) return presentBulk(there);
    throw new AppError('id_conflict', { message: 'Another bulk operation has this id.' });
  }
  const context = await tableContextOf(tx, actor);
  const assignee = visibilityScopeOf(actor);
  const named = 'ids' in selection ? [...new Set(selection.ids)].sort() : null;
  const which: ContactSelection = 'ids' in selection ? { assignee } : { ...selectionOf(selection), assignee };
  const stored: StoredSelection =
    named === null ? { which, masked: context.masked } : { ids: await filterVisible(tx, actor, named) };
  const guarded = operation.kind === 'delete' && !mayDeleteAll(actor);
  // Counting now reports an invalid filter in the response, not later in the job.
  const total = stored.ids?.length ?? (await countContacts(tx, context, which, guarded ? mostContacts : 10_000)).count;
  if (guarded) await refuseDeletingAll(tx, actor, total);
  return enqueueBulkOperation(tx, {
    id,
    operation: await toStoredOperation(tx, operation, guarded ? total : null),
    selection: stored,
    total,
    author: actor.author,
    requestHash,
  });
}

export async function enqueueBulkOperation(
  tx: TenantTx,
  bulk: {
    id: string;
    operation: StoredOperation;
    selection: StoredSelection;
    total: number | null;
    author: string;
    requestHash: Buffer;
  },
): Promise<BulkJob> {
  const { id, operation, selection, total, author, requestHash } = bulk;
  const row = { id, kind: operation.kind, operation, selection, total, created_by: author, request_hash: requestHash };
  await insertBulk(tx, row);
  // One key, so that operations of an account run one after the other: two on the same contacts would wait for row
  // locks anyway.
  const job = operation.kind === 'export' ? exportKind : bulkKind;
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind: job, key: job, payload: { operation_id: id } }]);
  const made = await findBulk(tx, id);
  if (made === null) throw new Error('an operation that was written is missing');
  return presentBulk(made);
}

function operationNotFound(): AppError {
  return new AppError('not_found', { message: 'This bulk operation was not found.' });
}

/**
 * A bulk operation that the actor may see and cancel: their own, or any when no contacts are hidden from them.
 * @throws AppError('not_found')
 */
export async function getVisibleBulkOperation(tx: TenantTx, actor: AccountActor, id: string): Promise<BulkRow> {
  const row = isUuid(id) ? await findBulk(tx, id) : null;
  const sees = row?.created_by === actor.author || visibilityOf(actor).assigneeId === null;
  if (row === null || !sees) throw operationNotFound();
  return row;
}

export async function cancelBulkOperation(tx: TenantTx, actor: AccountActor, id: string): Promise<BulkJob> {
  const row = await getVisibleBulkOperation(tx, actor, id);
  const ended = await endBulk(tx, row.id, 'cancelled', null);
  if (ended !== null && ended.kind !== 'export') await publishBulkChange(tx, ended.operation as StoredOperation);
  return presentBulk(ended ?? row);
}

/** Those of the given contacts that are visible to the viewer. */
export async function filterVisible(tx: TenantTx, actor: Viewer, ids: readonly string[]): Promise<string[]> {
  const seen = await filterVisibleContacts(tx, visibilityOf(actor), ids);
  return ids.filter((id) => seen.has(id));
}

/** Publishes one change for all contacts instead of thousands. */
async function publishBulkChange(tx: TenantTx, operation: StoredOperation): Promise<void> {
  const version = Date.now();
  const bulk = { id: '*', marker: 'MODIFIED' as const, version };
  const lists = operation.kind === 'set_field' ? [] : [{ collection: 'contact_lists' as const, ...bulk }];
  await addChanges(tx, [{ collection: 'contacts' as const, ...bulk }, ...lists]);
}

/** Runs a bulk operation in batches of a thousand contacts; each transaction also saves the progress. */
export async function runBulkOperation(job: Job): Promise<JobResult> {
  const id = job.payload['operation_id'] ?? '';
  for (;;) {
    const done = await job.transaction(async (tx) => {
      const row = await beginBulkStep(tx, id);
      if (row === null) return true;
      const operation = row.operation as Exclude<StoredOperation, { kind: 'export' }>;
      const ids = await listNextIds(tx, row, operation);
      if (ids.length > 0) {
        const changed = await applyBatch(tx, operation, ids, row);
        await advanceBulk(tx, id, { cursor: ids.at(-1) ?? firstId, seen: ids.length, changed });
      }
      if (ids.length === batchSize) return false;
      if (operation.kind === 'delete_list') await deleteList(tx, operation.listId);
      await endBulk(tx, id, 'done', null);
      await publishBulkChange(tx, operation);
      return true;
    });
    if (done) return undefined;
    if (job.isSliceOver()) return 'again';
  }
}

export async function failBulkOperation(tx: TenantTx, payload: Record<string, string>, reason: string): Promise<void> {
  const ended = await endBulk(tx, payload['operation_id'] ?? '', 'failed', reason);
  if (ended !== null && ended.kind !== 'export') await publishBulkChange(tx, ended.operation as StoredOperation);
}

export async function listNextIds(tx: TenantTx, row: BulkRow, operation: StoredOperation): Promise<string[]> {
  const after = row.cursor ?? firstId;
  if (operation.kind === 'restore') return listDeletedIds(tx, operation.deletionId, after, batchSize);
  // Members leave the list as they are processed, so the first page is always the next one.
  if (operation.kind === 'delete_list') return (await listMembers(tx, operation.listId, batchSize)).map(({ id }) => id);
  const { selection, seen } = row;
  if (selection.ids !== undefined) return selection.ids.filter((id) => id > after).slice(0, batchSize);
  const most = operation.kind === 'delete' ? operation.most : null;
  const limit = most === null ? batchSize : Math.min(batchSize, most - seen);
  if (limit <= 0) return [];
  const context = await readTableContext(tx, selection.masked);
  return scanContactIds(tx, context, selection.which, after, limit);
}

/** @returns the number of changed contacts */
async function applyBatch(
  tx: TenantTx,
  operation: Exclude<StoredOperation, { kind: 'export' }>,
  ids: string[],
  { id: bulkId, changed }: BulkRow,
): Promise<number> {
  switch (operation.kind) {
    case 'add_lists':
      return (await touchContacts(tx, await addToLists(tx, operation.listIds, ids))).length;
    case 'remove_lists':
      return (await touchContacts(tx, await removeFromLists(tx, operation.listIds, ids))).length;
    case 'set_field':
      return (await setFieldOf(tx, ids, operation.no, operation.value)).length;
    case 'delete':
      return (await trashContacts(tx, ids, bulkId)).length;
    case 'restore':
      return (await restoreContacts(tx, await filterVisible(tx, operation.viewer, ids))).length;
    case 'delete_list': {
      const members = await listMembers(tx, operation.listId, batchSize);
      const going = members
        .filter(
          ({ inOtherLists }) => operation.members === 'all' || (operation.members === 'only_here' && !inOtherLists),
        )
        .slice(0, operation.most === null ? undefined : Math.max(0, operation.most - changed));
      await trashContacts(
        tx,
        going.map(({ id }) => id),
        bulkId,
      );
      await touchContacts(
        tx,
        await removeFromLists(
          tx,
          [operation.listId],
          members.map(({ id }) => id),
        ),
      );
      return going.length;
    }
  }
}

/** Hides a list at once and starts a job that removes its members. @throws AppError('not_found') */
export async function startListDeletion(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  bulkId: string,
  members: 'keep' | 'only_here' | 'all',
): Promise<void> {
  // Deleting a list changes all its members, hidden ones too.
  const assignee = visibilityScopeOf(actor);
  if (assignee !== undefined && (await hasHiddenMembers(tx, id, assignee))) {
    throw new AppError('forbidden', {
      message: 'You can’t delete this list: some of its contacts are hidden for you. Ask an Admin to delete it.',
    });
  }
  const { count } = await countContacts(tx, contextWithoutFields, { listId: id }, mostContacts);
  if (members !== 'keep') await refuseDeletingAll(tx, actor, count);
  const version = await hideList(tx, id);
  if (version === null) throw new AppError('not_found', { message: 'This list was not found.' });
  await addChanges(tx, [{ collection: 'contact_lists', id, marker: 'DELETED', version }]);
  const most = mayDeleteAll(actor) ? null : count;
  const operation: StoredOperation = { kind: 'delete_list', listId: id, members, most };
  const selection = { ids: [] };
  await enqueueBulkOperation(tx, {
    id: bulkId,
    operation,
    selection,
    total: null,
    author: actor.author,
    requestHash: hashRequest(operation),
  });
}
