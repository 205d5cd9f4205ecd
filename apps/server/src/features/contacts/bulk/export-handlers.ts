import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { callId, hashRequest } from '../../../platform/http/idempotency.ts';
import type { Handlers, InputFor } from '../../../platform/http/routing.ts';
import { isUuid } from '../../../platform/ids.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fileOf, type TableFormat, tableFile } from '../../../platform/table-file/table-file.ts';
import { mostSheetRows, tooManyRows } from '../../../platform/table-file/workbook.ts';
import { requireRecent } from '../../identity/public.ts';
import { viewerOf, visibilityOf } from '../../team/public.ts';
import type { ContactSelection } from '../query/selection-repo.ts';
import { countContacts } from '../query/table-repo.ts';
import { visibilityScopeOf } from '../query/visibility-scope.ts';
import { enqueueBulkOperation, presentBulk, type StoredOperation, selectionOf, tableContextOf } from './bulk.ts';
import { findBulk } from './bulk-repo.ts';
import { exportContacts, readExportColumns } from './export.ts';
import { readExportPart, removeExport } from './export-repo.ts';

const countUpTo = 10_000;
const fileName = 'contacts';

type ExportBody = InputFor<'POST /api/contacts/exports'>['body'];

function exportNotFound(): AppError {
  return new AppError('not_found', { message: 'This export was not found. Export the contacts again.' });
}

/** Exports of contacts: streamed ones, and files that a job writes. */
export function exportHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const streamed = async (actor: AccountActor, which: ContactSelection, format: TableFormat) => {
    const check = async (tx: TenantTx) => {
      await requireRecentForMany(tx, actor, which);
      await requireFits(tx, actor, which, format);
    };
    await withTenant(actor.clientId, check, { readOnly: true });
    return tableFile(fileName, format, await exportContacts(platform, actor, which));
  };
  return {
    'GET /api/contacts/export': async ({ actor }, { query }) => {
      const which = { filter: query.filter, search: query.search, listId: query.contact_list_id };
      return streamed(actor, which, { format: query.format, delimiter: query.delimiter });
    },
    'POST /api/contacts/export': async ({ actor }, { body: { selection, ...format } }) =>
      streamed(actor, selectionOf(selection), format),
    'POST /api/contacts/exports': async (call, { body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/contacts/exports', body.id);
      const row = await withTenant(actor.clientId, (tx) => begin(tx, actor, id, body));
      notifyJobs(platform);
      return { status: 202, body: row };
    },
    'GET /api/contacts/exports/{id}/file': async ({ actor }, { params }) => {
      const { id, format } = await withTenant(actor.clientId, (tx) => ownExport(tx, actor, params.id), {
        readOnly: true,
      });
      async function* parts(): AsyncGenerator<string> {
        for (let no = 0; ; no++) {
          const body = await withTenant(actor.clientId, (tx) => readExportPart(tx, id, no), { readOnly: true });
          if (body === null) return;
          if (body !== '') yield body;
        }
      }
      return fileOf(fileName, format, parts());
    },
    'DELETE /api/contacts/exports/{id}': async ({ actor }, { params }) => {
      const gone =
        isUuid(params.id) && (await withTenant(actor.clientId, (tx) => removeExport(tx, params.id, actor.author)));
      if (!gone) throw exportNotFound();
      return { status: 204, body: undefined };
    },
  };
}

/**
 * Exporting at least half of the contacts requires a recent sign-in, so that an unlocked screen does not leak them. A
 * filter that every contact matches is as good as none, and so is all but one.
 * @throws AppError requires-recent-login; validation_failed for the filter
 */
async function requireRecentForMany(tx: TenantTx, actor: AccountActor, selection: ContactSelection): Promise<void> {
  if (actor.kind === 'key') return;
  const context = await tableContextOf(tx, actor);
  const visible = { assignee: visibilityScopeOf(actor), real: true };
  const which = { ...selection, ...visible };
  const chosen = selection.ids?.length ?? (await countContacts(tx, context, which, countUpTo)).count;
  const { count: all } = await countContacts(tx, context, visible, countUpTo);
  if (chosen >= all / 2) requireRecent(actor);
}

/** @throws AppError conflict when a sheet does not have the rows; a filter that only an account so large could exceed is counted */
async function requireFits(
  tx: TenantTx,
  actor: AccountActor,
  selection: ContactSelection,
  { format }: TableFormat,
): Promise<void> {
  if (format !== 'xlsx') return;
  const context = await tableContextOf(tx, actor);
  // The count of all is stored; only in an account of that size the selection is counted as well.
  for (const which of [{ real: true }, { ...selection, assignee: visibilityScopeOf(actor), real: true }]) {
    if ((await countContacts(tx, context, which, mostSheetRows)).count < mostSheetRows) return;
  }
  throw tooManyRows();
}

/** @returns the actor's own export when its file is ready. @throws AppError not_found, forbidden */
async function ownExport(tx: TenantTx, actor: AccountActor, id: string): Promise<{ id: string; format: TableFormat }> {
  const row = isUuid(id) ? await findBulk(tx, id) : null;
  if (row === null || row.kind !== 'export' || row.created_by !== actor.author || row.file_bytes === null) {
    throw exportNotFound();
  }
  const { viewer, format } = row.operation as Extract<StoredOperation, { kind: 'export' }>;
  if (visibilityOf(viewer).key === visibilityOf(actor).key) return { id: row.id, format };
  throw new AppError('forbidden', {
    message: 'Your access changed after this file was written. Export the contacts again.',
  });
}

async function begin(tx: TenantTx, actor: AccountActor, id: string, { id: _id, selection, ...format }: ExportBody) {
  const requestHash = hashRequest({ selection, format });
  const there = await findBulk(tx, id);
  if (there !== null) {
    if (there.request_hash.equals(requestHash)) return presentBulk(there);
    throw new AppError('id_conflict', { message: 'Another bulk operation has this id.' });
  }
  const context = await tableContextOf(tx, actor);
  await requireRecentForMany(tx, actor, selectionOf(selection));
  const which = { ...selectionOf(selection), assignee: visibilityScopeOf(actor), real: true };
  // Counting now reports an invalid filter in the response, not later in the job.
  const { count: total } = await countContacts(tx, context, which, countUpTo);
  await requireFits(tx, actor, which, format);
  const { fields } = await readExportColumns(tx);
  const columns = fields.map(({ no }) => no);
  const operation: StoredOperation = { kind: 'export', fields: columns, viewer: viewerOf(actor), format };
  const stored = { which, masked: context.masked };
  return enqueueBulkOperation(tx, { id, operation, selection: stored, total, author: actor.author, requestHash });
}
