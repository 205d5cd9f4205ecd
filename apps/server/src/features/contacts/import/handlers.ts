import { Readable } from 'node:stream';
import type { ImportRowOutcome } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import { type Handlers, requireRight } from '../../../platform/http/routing.ts';
import { isUuid } from '../../../platform/ids.ts';
import { hintJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { visibilityOf } from '../../team/public.ts';
import { whichOf } from '../bulk.ts';
import { hashOf, idOf } from '../contacts.ts';
import { csvLine } from '../csv.ts';
import { readTimePosition, timePage } from '../delete-handlers.ts';
import { exportContacts } from '../export.ts';
import { pageOutcomes } from './check-job.ts';
import { listKept } from './contact-repo.ts';
import { cellsOfRows } from './fixes.ts';
import {
  findImport,
  type ImportJobRow,
  insertImport,
  listFixes,
  listImports,
  listProblems,
  pageRows,
  readPage,
} from './import-repo.ts';
import {
  cancelRun,
  fixMany,
  fixRow,
  importNotFound,
  mapColumns,
  mostPartBytes,
  pauseRun,
  presentImport,
  resumeRun,
  startReading,
  startRun,
  startUndo,
  takePart,
} from './imports.ts';

const beforeAll = '00000000-0000-0000-0000-000000000000';
const problemsAtOnce = 500;

/** Files of contacts in and out. */
export function importHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const act = async (actor: AccountActor, fn: (tx: TenantTx) => Promise<ImportJobRow>) => {
    const row = await withTenant(actor.clientId, fn);
    hintJobs(platform);
    platform.signal.hint('changes_new', actor.clientId);
    return presentImport(row, actor);
  };
  const found = async (tx: TenantTx, id: string): Promise<ImportJobRow> => {
    const row = isUuid(id) ? await findImport(tx, id) : null;
    if (row === null) throw importNotFound();
    return row;
  };
  return {
    'GET /api/imports': async ({ actor }, { query }) => {
      const before = readTimePosition(query.cursor);
      const rows = await withTenant(actor.clientId, (tx) => listImports(tx, before, query.limit + 1), {
        readOnly: true,
      });
      const { shown, next_cursor } = timePage(rows, query.limit);
      return { status: 200, body: { data: shown.map((row) => presentImport(row, actor)), next_cursor } };
    },
    'POST /api/imports': async (call, { body }) => {
      const { actor } = call;
      const id = idOf(call, 'POST /api/imports', body.id);
      const requestHash = hashOf({ name: body.name });
      let created = false;
      const shown = await act(actor, async (tx) => {
        created = await insertImport(tx, { id, name: body.name, createdBy: actor.author, requestHash });
        const row = await found(tx, id);
        if (!created && !row.request_hash.equals(requestHash)) {
          throw new AppError('id_conflict', { message: 'Another import has this id.' });
        }
        return row;
      });
      return { status: created ? 201 : 200, body: shown };
    },
    'GET /api/imports/{id}': async ({ actor }, { params }) => ({
      status: 200,
      body: presentImport(await withTenant(actor.clientId, (tx) => found(tx, params.id), { readOnly: true }), actor),
    }),
    'PUT /api/imports/{id}/content': async ({ actor, request }, { params, query }) => {
      await withTenant(actor.clientId, (tx) => found(tx, params.id), { readOnly: true });
      const bytes = await wholePart(request.body as Readable | undefined);
      return { status: 200, body: await act(actor, (tx) => takePart(tx, params.id, query.offset, bytes)) };
    },
    'POST /api/imports/{id}/read': async ({ actor }, { params, body }) => ({
      status: 202,
      body: await act(actor, (tx) => startReading(tx, params.id, body)),
    }),
    'PUT /api/imports/{id}/mapping': async ({ actor }, { params, body }) => ({
      status: 202,
      body: await act(actor, (tx) => mapColumns(tx, params.id, body.mapping, body.rules)),
    }),
    'GET /api/imports/{id}/problems': async ({ actor }, { params, query }) => {
      const above = readCursor(query.cursor, ([row]) => (typeof row === 'number' && row >= 0 ? row : null)) ?? 0;
      const { problems, cells } = await withTenant(actor.clientId, async (tx) => {
        const row = await found(tx, params.id);
        const rows = await listProblems(tx, row.id, { above, limit: query.limit + 1, codes: query.code });
        return {
          problems: rows,
          cells: await cellsOfRows(
            tx,
            row.id,
            rows.slice(0, query.limit).map(({ row_no }) => row_no),
          ),
        };
      });
      const { masked } = visibilityOf(actor);
      const shown = problems.slice(0, query.limit);
      const data = shown.map(({ row_no, code, field, msg, suggestion }) => ({
        row: row_no,
        code,
        field,
        msg: masked ? code : msg,
        suggestion: masked ? null : (suggestion ?? null),
        values: masked ? [] : (cells.get(row_no) ?? []),
      }));
      const last = shown.at(-1);
      const more = problems.length > query.limit && last !== undefined;
      return { status: 200, body: { data, next_cursor: more ? writeCursor([last.row_no]) : null } };
    },
    'PUT /api/imports/{id}/rows/{row}': async ({ actor }, { params, body }) => ({
      status: 200,
      body: await act(actor, (tx) => fixRow(tx, params.id, params.row, body.values)),
    }),
    'GET /api/imports/{id}/rows': async ({ actor }, { params, query }) => {
      const above = readCursor(query.cursor, ([row]) => (typeof row === 'number' && row >= 0 ? row : null)) ?? 0;
      const { rows, next } = await withTenant(
        actor.clientId,
        async (tx) => {
          const row = await found(tx, params.id);
          if (query.outcome === undefined) return rowsAbove(tx, row, above, query.limit);
          if (row.state !== 'ready')
            throw new AppError('import_not_ready', { message: 'What becomes of rows is known after a check.' });
          return rowsWith(tx, row, query.outcome, above, query.limit);
        },
        { readOnly: true },
      );
      const { masked } = visibilityOf(actor);
      const data = masked ? rows.map((row) => ({ ...row, values: [] })) : rows;
      return { status: 200, body: { data, next_cursor: next === null ? null : writeCursor([next]) } };
    },
    'GET /api/imports/{id}/fixes': async ({ actor }, { params }) => {
      const fixes = await withTenant(actor.clientId, async (tx) => listFixes(tx, (await found(tx, params.id)).id), {
        readOnly: true,
      });
      return { status: 200, body: { data: fixes } };
    },
    'POST /api/imports/{id}/fixes': async ({ actor }, { params, body }) => {
      const { row, fixed, more } = await withTenant(actor.clientId, (tx) => fixMany(tx, params.id, body.fix));
      return { status: 200, body: { fixed, more, import: presentImport(row, actor) } };
    },
    'POST /api/imports/{id}/start': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => startRun(tx, params.id)),
    }),
    'POST /api/imports/{id}/pause': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => pauseRun(tx, params.id)),
    }),
    'POST /api/imports/{id}/resume': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => resumeRun(tx, params.id)),
    }),
    'POST /api/imports/{id}/cancel': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => cancelRun(tx, params.id)),
    }),
    'POST /api/imports/{id}/undo': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => startUndo(tx, params.id)),
    }),
    'GET /api/imports/{id}/rejected': async ({ actor }, { params }) => {
      // The rows are the file's, and hold the numbers that somebody may not see.
      if (visibilityOf(actor).masked) throw new AppError('forbidden', { message: 'Phone numbers are hidden for you.' });
      requireRight(actor, 'contacts.export');
      const row = await withTenant(actor.clientId, (tx) => found(tx, params.id), { readOnly: true });
      if (!row.rows_kept)
        throw new AppError('import_not_ready', {
          message: 'Rows are kept for seven days; those of this import are gone.',
        });
      return { status: 200, body: rejectedRows(platform, actor.clientId, row), fileName: 'rejected-rows.csv' };
    },
    'GET /api/imports/{id}/kept': async ({ actor }, { params, query }) => {
      const after = readCursor(query.cursor, ([id]) => (typeof id === 'string' && isUuid(id) ? id : null)) ?? beforeAll;
      const ids = await withTenant(actor.clientId, async (tx) => {
        const row = await found(tx, params.id);
        return listKept(tx, row.id, after, query.limit + 1);
      });
      const shown = ids.slice(0, query.limit);
      const last = shown.at(-1);
      const next_cursor = ids.length > query.limit && last !== undefined ? writeCursor([last]) : null;
      return { status: 200, body: { data: shown.map((id) => ({ id })), next_cursor } };
    },
    'GET /api/contacts/export': async ({ actor }, { query }) => {
      const which = { filter: query.filter, search: query.search, listId: query.contact_list_id };
      return { status: 200, body: await exportContacts(platform, actor, which), fileName: 'contacts.csv' };
    },
    'POST /api/contacts/export': async ({ actor }, { body }) => {
      const which = whichOf(body.selection);
      return { status: 200, body: await exportContacts(platform, actor, which), fileName: 'contacts.csv' };
    },
  };
}

type ShownRow = { row: number; outcome: ImportRowOutcome | null; values: string[] };
type ShownRows = { rows: ShownRow[]; next: number | null };

/** Rows in the order of the file, as they are or as they were mended. */
async function rowsAbove(tx: TenantTx, row: ImportJobRow, above: number, limit: number): Promise<ShownRows> {
  const rows: ShownRow[] = [];
  for (let page = Math.floor(above / pageRows); rows.length < limit; page++) {
    const read = await readPage(tx, row.id, page);
    if (read === null) return { rows, next: null };
    for (const { rowNo, cells } of read)
      if (rowNo > above && rows.length < limit) rows.push({ row: rowNo, outcome: null, values: cells ?? [] });
  }
  return { rows, next: rows.at(-1)?.row ?? null };
}

/** Pages looked through in one call; the next call goes on where this one ended. */
const pagesLookedThrough = 10;

/** Rows of which the same becomes. */
async function rowsWith(
  tx: TenantTx,
  row: ImportJobRow,
  outcome: ImportRowOutcome,
  above: number,
  limit: number,
): Promise<ShownRows> {
  const rows: ShownRow[] = [];
  const first = Math.floor(above / pageRows);
  for (let page = first; page < first + pagesLookedThrough; page++) {
    const read = await readPage(tx, row.id, page);
    if (read === null) return { rows, next: null };
    const from = page * pageRows;
    const problems = await listProblems(tx, row.id, { above: from, upTo: from + pageRows, limit: pageRows });
    const refused = new Set(problems.map(({ row_no }) => row_no));
    for (const one of await pageOutcomes(tx, row, read, refused)) {
      if (one.outcome !== outcome || one.row <= above) continue;
      rows.push(one);
      if (rows.length === limit) return { rows, next: one.row };
    }
  }
  return { rows, next: (first + pagesLookedThrough) * pageRows };
}

async function wholePart(body: Readable | undefined): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  if (body === undefined) return Buffer.alloc(0);
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostPartBytes)
      throw new AppError('payload_too_large', { message: 'Send a file in parts of at most 8 MB.' });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function rejectedRows(platform: Platform, clientId: string, row: ImportJobRow): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `\uFEFF${csvLine(['Row', 'Reason', ...row.columns.map(({ name }) => name)])}`;
    for (let above = 0; ; ) {
      const from = above;
      const part = await platform.db.withTenant(
        clientId,
        async (tx) => {
          const problems = await listProblems(tx, row.id, { above: from, limit: problemsAtOnce });
          return {
            problems,
            cells: await cellsOfRows(
              tx,
              row.id,
              problems.map(({ row_no }) => row_no),
            ),
          };
        },
        { readOnly: true },
      );
      yield part.problems
        .map(({ row_no, msg }) => csvLine([String(row_no), msg, ...(part.cells.get(row_no) ?? [])]))
        .join('');
      if (part.problems.length < problemsAtOnce) return;
      above = part.problems.at(-1)?.row_no ?? above;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
