import { Readable } from 'node:stream';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import { type Handlers, requireRole } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { listReports, lockReport, type ReportRow, updateReportState } from './report-repo.ts';
import {
  createReport,
  getReport,
  presentReport,
  presentReportDetail,
  type ReceiveScreenshot,
  sendReportAgain,
} from './reports.ts';
import { findScreenshot } from './screenshot-repo.ts';

/** Bug reports. */
export function reportHandlers(platform: Platform, receiveScreenshot: ReceiveScreenshot): Handlers {
  const { withTenant } = platform.db;
  const read = (actor: MemberActor, id: string): Promise<ReportRow> =>
    withTenant(
      actor.clientId,
      async (tx) => {
        const row = await getReport(tx, id);
        if (row.created_by !== actor.uid && actor.role === 'User') throw reportNotFound();
        return row;
      },
      { readOnly: true },
    );
  return {
    'GET /api/bug-reports': async ({ actor }, { query }) => {
      if (query.of === 'all') requireRole(actor, 'feedback.manage');
      const filter = { by: query.of === 'all' ? null : actor.uid, state: query.state ?? null };
      const before = decodeTimeCursor(query.cursor);
      const rows = await withTenant(actor.clientId, (tx) => listReports(tx, filter, before, query.limit + 1), {
        readOnly: true,
      });
      const { shown, next } = timePage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
      return { status: 200, body: { data: shown.map(presentReport), next_cursor: next } };
    },
    'POST /api/bug-reports': async (call, { body }) => {
      const { row, created } = await createReport(platform, receiveScreenshot, call, body);
      return { status: created ? 201 : 200, body: presentReport(row) };
    },
    'GET /api/bug-reports/{id}': async ({ actor }, { params }) => ({
      status: 200,
      body: presentReportDetail(await read(actor, params.id)),
    }),
    'PUT /api/bug-reports/{id}': async (call, { params, body }) => ({
      status: 200,
      body: presentReportDetail(
        await withTenant(call.actor.clientId, async (tx) => {
          const { id } = await getReport(tx, params.id);
          const row = await lockReport(tx, id);
          if (row === null) throw reportNotFound();
          const note = body.state_note === undefined ? row.state_note : body.state_note || null;
          const state = body.state ?? row.state;
          await updateReportState(tx, id, state, note);
          const before = { state: row.state, state_note: row.state_note };
          await auditChanges(tx, call, 'feedback.report_changed', id, before, { state, state_note: note });
          return getReport(tx, id);
        }),
      ),
    }),
    'POST /api/bug-reports/{id}/deliver': async ({ actor }, { params }) => ({
      status: 202,
      body: presentReport(await sendReportAgain(platform, actor.clientId, params.id)),
    }),
    'GET /api/bug-reports/{id}/screenshots/{position}': async ({ actor }, { params }) => {
      const { id, number } = await read(actor, params.id);
      const position = /^\d$/.test(params.position) ? Number(params.position) : null;
      const bytes =
        position === null
          ? null
          : await withTenant(actor.clientId, (tx) => findScreenshot(tx, id, position), { readOnly: true });
      if (bytes === null) throw new AppError('not_found', { message: 'This screenshot was not found.' });
      const fileName = `report-${number}-${params.position}.webp`;
      return { status: 200, body: Readable.from([bytes]), fileName };
    },
  };
}

function reportNotFound(): AppError {
  return new AppError('not_found', { message: 'This report was not found.' });
}
