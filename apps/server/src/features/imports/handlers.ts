import type { ImportRowOutcome } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import { wholePart } from '../../platform/http/file-part.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import { type Handlers, requireRole } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import { notifyJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { type TableRows, tableFile } from '../../platform/table-file/table-file.ts';
import type { Cell } from '../../platform/table-file/workbook.ts';
import { readTimePosition, timePage } from '../contacts/public.ts';
import { getImportWithRows, getVisibleImport, importAuthorFilter, requireImporting, showsCells } from './access.ts';
import { listSkippedByUndo } from './changes-repo.ts';
import { pageOutcomes } from './check/check-job.ts';
import { cellsOfRows } from './check/fixes.ts';
import {
  type ImportJobRow,
  insertImport,
  listFixes,
  listImports,
  listProblems,
  pageRows,
  readPage,
} from './import-repo.ts';
import {
  applyFix,
  cancelRun,
  fixRow,
  mapColumns,
  pauseRun,
  presentImport,
  receivePart,
  resumeRun,
  startReading,
  startRun,
  startUndo,
} from './imports.ts';

const firstId = '00000000-0000-0000-0000-000000000000';
const problemsAtOnce = 500;

/** Files of contacts in and out. */
export function importHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const act = async (actor: AccountActor, fn: (tx: TenantTx) => Promise<ImportJobRow>) => {
    const row = await withTenant(actor.clientId, fn);
    notifyJobs(platform);
    platform.notifier.notify('changes_new', actor.clientId);
    return presentImport(row, actor);
  };
  return {
    'GET /api/imports': async ({ actor }, { query }) => {
      const before = readTimePosition(query.cursor);
      const rows = await withTenant(
        actor.clientId,
        (tx) => listImports(tx, importAuthorFilter(actor), before, query.limit + 1),
        {
          readOnly: true,
        },
      );
      const { shown, next_cursor } = timePage(rows, query.limit);
      return { status: 200, body: { data: shown.map((row) => presentImport(row, actor)), next_cursor } };
    },
    'POST /api/imports': async (call, { body }) => {
      const { actor } = call;
      requireImporting(actor);
      const id = callId(call, 'POST /api/imports', body.id);
      const requestHash = hashRequest({ name: body.name });
      let created = false;
      const shown = await act(actor, async (tx) => {
        created = await insertImport(tx, { id, name: body.name, createdBy: actor.author, requestHash });
        const row = await getVisibleImport(tx, actor, id);
        if (!created && !row.request_hash.equals(requestHash)) {
          throw new AppError('id_conflict', { message: 'Another import has this id.' });
        }
        return row;
      });
      return { status: created ? 201 : 200, body: shown };
    },
    'GET /api/imports/{id}': async ({ actor }, { params }) => ({
      status: 200,
      body: presentImport(
        await withTenant(actor.clientId, (tx) => getVisibleImport(tx, actor, params.id), { readOnly: true }),
        actor,
      ),
    }),
    'PUT /api/imports/{id}/content': async ({ actor, request }, { params, query }) => {
      await withTenant(actor.clientId, (tx) => getVisibleImport(tx, actor, params.id), { readOnly: true });
      const bytes = await wholePart(request);
      return { status: 200, body: await act(actor, (tx) => receivePart(tx, actor, params.id, query.offset, bytes)) };
    },
    'POST /api/imports/{id}/read': async ({ actor }, { params, body }) => ({
      status: 202,
      body: await act(actor, (tx) => startReading(tx, actor, params.id, body)),
    }),
    'PUT /api/imports/{id}/mapping': async ({ actor }, { params, body }) => ({
      status: 202,
      body: await act(actor, (tx) => mapColumns(tx, actor, params.id, body.mapping, body.rules)),
    }),
    'GET /api/imports/{id}/problems': async ({ actor }, { params, query }) => {
      const above = decodeCursor(query.cursor, ([row]) => (typeof row === 'number' && row >= 0 ? row : null)) ?? 0;
      const { problems, cells, shows } = await withTenant(actor.clientId, async (tx) => {
        const row = await getImportWithRows(tx, actor, params.id);
        const rows = await listProblems(tx, row.id, { above, limit: query.limit + 1, codes: query.code });
        return {
          shows: showsCells(actor, row),
          problems: rows,
          cells: await cellsOfRows(
            tx,
            row.id,
            rows.slice(0, query.limit).map(({ row_no }) => row_no),
          ),
        };
      });
      const shown = problems.slice(0, query.limit);
      const data = shown.map(({ row_no, code, field, msg, suggestion }) => ({
        row: row_no,
        code,
        field,
        msg: shows ? msg : code,
        suggestion: shows ? (suggestion ?? null) : null,
        values: shows ? (cells.get(row_no) ?? []) : [],
      }));
      const last = shown.at(-1);
      const more = problems.length > query.limit && last !== undefined;
      return { status: 200, body: { data, next_cursor: more ? encodeCursor([last.row_no]) : null } };
    },
    'PUT /api/imports/{id}/rows/{row}': async ({ actor }, { params, body }) => ({
      status: 200,
      body: await act(actor, (tx) => fixRow(tx, actor, params.id, params.row, body.values)),
    }),
    'GET /api/imports/{id}/rows': async ({ actor }, { params, query }) => {
      const above = decodeCursor(query.cursor, ([row]) => (typeof row === 'number' && row >= 0 ? row : null)) ?? 0;
      const { rows, next, shows } = await withTenant(
        actor.clientId,
        async (tx) => {
          const row = await getImportWithRows(tx, actor, params.id);
          const shows = showsCells(actor, row);
          if (query.outcome === undefined) return { ...(await rowsAfter(tx, row, above, query.limit)), shows };
          if (row.state !== 'ready') throw new AppError('import_not_ready', { message: 'Check the import first.' });
          return { ...(await rowsWith(tx, row, query.outcome, above, query.limit)), shows };
        },
        { readOnly: true },
      );
      const data = shows ? rows : rows.map((row) => ({ ...row, values: [] }));
      return { status: 200, body: { data, next_cursor: next === null ? null : encodeCursor([next]) } };
    },
    'GET /api/imports/{id}/fixes': async ({ actor }, { params }) => {
      const fixes = await withTenant(
        actor.clientId,
        async (tx) => listFixes(tx, (await getImportWithRows(tx, actor, params.id)).id),
        {
          readOnly: true,
        },
      );
      return { status: 200, body: { data: fixes } };
    },
    'POST /api/imports/{id}/fixes': async ({ actor }, { params, body }) => {
      const { row, fixed, more } = await withTenant(actor.clientId, (tx) => applyFix(tx, actor, params.id, body.fix));
      return { status: 200, body: { fixed, more, import: presentImport(row, actor) } };
    },
    'POST /api/imports/{id}/start': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => startRun(tx, actor, params.id)),
    }),
    'POST /api/imports/{id}/pause': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => pauseRun(tx, actor, params.id)),
    }),
    'POST /api/imports/{id}/resume': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => resumeRun(tx, actor, params.id)),
    }),
    'POST /api/imports/{id}/cancel': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => cancelRun(tx, actor, params.id)),
    }),
    'POST /api/imports/{id}/undo': async ({ actor }, { params }) => ({
      status: 200,
      body: await act(actor, (tx) => startUndo(tx, actor, params.id)),
    }),
    'GET /api/imports/{id}/rejected': async ({ actor }, { params, query }) => {
      const row = await withTenant(actor.clientId, (tx) => getImportWithRows(tx, actor, params.id), { readOnly: true });
      requireRole(actor, 'contacts.export');
      if (!showsCells(actor, row))
        throw new AppError('forbidden', { message: 'The rows of this import are hidden for you.' });
      if (!row.rows_available)
        throw new AppError('import_not_ready', {
          message: 'Rows are kept for 7 days. Those of this import are deleted.',
        });
      return tableFile('rejected-rows', query, rejectedRows(platform, actor.clientId, row));
    },
    'GET /api/imports/{id}/undo-skipped': async ({ actor }, { params, query }) => {
      const after = decodeCursor(query.cursor, ([id]) => (typeof id === 'string' && isUuid(id) ? id : null)) ?? firstId;
      const ids = await withTenant(actor.clientId, async (tx) => {
        const row = await getVisibleImport(tx, actor, params.id);
        return listSkippedByUndo(tx, row.id, after, query.limit + 1);
      });
      const shown = ids.slice(0, query.limit);
      const last = shown.at(-1);
      const next_cursor = ids.length > query.limit && last !== undefined ? encodeCursor([last]) : null;
      return { status: 200, body: { data: shown.map((id) => ({ id })), next_cursor } };
    },
  };
}

type ShownRow = { row: number; outcome: ImportRowOutcome | null; values: string[] };
type ShownRows = { rows: ShownRow[]; next: number | null };

/** Rows in the order of the file, with corrections. */
async function rowsAfter(tx: TenantTx, row: ImportJobRow, above: number, limit: number): Promise<ShownRows> {
  const rows: ShownRow[] = [];
  for (let page = Math.floor(above / pageRows); rows.length < limit; page++) {
    const read = await readPage(tx, row.id, page);
    if (read === null) return { rows, next: null };
    for (const { rowNo, cells } of read)
      if (rowNo > above && rows.length < limit) rows.push({ row: rowNo, outcome: null, values: cells ?? [] });
  }
  return { rows, next: rows.at(-1)?.row ?? null };
}

/** Pages searched in one call; the next call continues there. */
const pagesLookedThrough = 10;

/** Rows with one outcome. */
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

function rejectedRows(platform: Platform, clientId: string, row: ImportJobRow): TableRows {
  async function* table(): AsyncGenerator<Cell[][]> {
    yield [['Row', 'Reason', ...row.columns.map(({ name }) => name)]];
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
      yield part.problems.map(({ row_no, msg }) => [row_no, msg, ...(part.cells.get(row_no) ?? [])]);
      if (part.problems.length < problemsAtOnce) return;
      above = part.problems.at(-1)?.row_no ?? above;
    }
  }
  return table();
}
