import { isDeepStrictEqual } from 'node:util';
import { isAtLeast } from '@parley/contract/permissions';
import type { SavedReport } from '@parley/contract/types';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid, pgCode } from '../../../platform/errors.ts';
import { callId } from '../../../platform/http/idempotency.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { nextDueAt } from '../../../platform/next-due.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getClient } from '../../accounts/public.ts';
import { deleteEmail, deleteEmailsOfOthers, hasEmails, putEmail } from './report-email-repo.ts';
import {
  deleteSavedReport,
  insertSavedReport,
  listSavedReports,
  lockSavedReport,
  type ReportParts,
  updateSavedReport,
} from './saved-report-repo.ts';

/** Reports that members keep, for themselves or for everyone, and their weekly emails. */
export function savedReportHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const write = <T>(clientId: string, fn: (tx: TenantTx) => Promise<T>) =>
    withTenant(clientId, fn).catch((error: unknown) => {
      throw pgCode(error) === '23505' ? nameTaken() : error;
    });
  return {
    'GET /api/saved-reports': async ({ actor }) => {
      const data = await withTenant(actor.clientId, (tx) => listSavedReports(tx, actor), { readOnly: true });
      return { status: 200, body: { data, next_cursor: null } };
    },
    'POST /api/saved-reports': async (call, { body }) => {
      const { uid, clientId } = call.actor;
      requireReadable(call.actor, body.query);
      const report = { ...body, id: callId(call, 'POST /api/saved-reports', body.id) };
      const outcome = await write(clientId, async (tx) => {
        const created = await insertSavedReport(tx, uid, report);
        const row = await lockSavedReport(tx, report.id, call.actor);
        if (row === null || (!created && !isSame(row, { ...report, owner_id: uid }))) throw idTaken();
        return { row, created };
      });
      return { status: outcome.created ? 201 : 200, body: outcome.row };
    },
    'PUT /api/saved-reports/{id}': async ({ actor }, { params, body }) => {
      if (body.query !== undefined) requireReadable(actor, body.query);
      const row = await write(actor.clientId, async (tx) => {
        const before = await lockChangeable(tx, actor, params.id);
        const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
        const after = { ...before, ...given };
        if (hasFixedDays(after) && (await hasEmails(tx, before.id))) throw fixedDays();
        if (!after.shared) await deleteEmailsOfOthers(tx, before.id, before.owner_id);
        return updateSavedReport(tx, actor.uid, after);
      });
      return { status: 200, body: row };
    },
    'DELETE /api/saved-reports/{id}': async ({ actor }, { params }) => {
      await withTenant(actor.clientId, async (tx) => {
        const { id } = await lockChangeable(tx, actor, params.id);
        await deleteSavedReport(tx, id);
      });
      return { status: 200, body: {} };
    },
    'PUT /api/saved-reports/{id}/email': async ({ actor }, { params, body }) => {
      const email = await withTenant(actor.clientId, async (tx) => {
        const report = await lockUsable(tx, actor, params.id);
        if (hasFixedDays(report)) throw fixedDays();
        const { time_zone } = await getClient(tx);
        const now = new Date();
        const next_at = nextDueAt({ every: 'week', ...body }, time_zone, now, now);
        await putEmail(tx, report.id, actor.uid, { ...body, time_zone, next_at });
        return { ...body, next_at: next_at.toISOString() };
      });
      return { status: 200, body: email };
    },
    'DELETE /api/saved-reports/{id}/email': async ({ actor }, { params }) => {
      await withTenant(actor.clientId, async (tx) => {
        const { id } = await lockUsable(tx, actor, params.id);
        await deleteEmail(tx, id, actor.uid);
      });
      return { status: 200, body: {} };
    },
  };
}

/** @throws AppError forbidden for a User whose report is about another member */
function requireReadable({ uid, role }: MemberActor, { member_id: memberId }: SavedReport['query']): void {
  if (memberId === undefined || memberId === uid || isAtLeast(role, 'Admin')) return;
  throw new AppError('forbidden', { message: 'Only Admins and Owners see figures of other members.' });
}

/** @throws AppError not_found */
async function lockUsable(tx: TenantTx, actor: MemberActor, id: string): Promise<SavedReport> {
  const report = await lockSavedReport(tx, id, actor);
  if (report === null) throw new AppError('not_found', { message: 'This report was not found.' });
  return report;
}

/** @throws AppError not_found; forbidden for a shared report of another member, unless an Admin asks */
async function lockChangeable(tx: TenantTx, actor: MemberActor, id: string): Promise<SavedReport> {
  const report = await lockUsable(tx, actor, id);
  if (report.owner_id !== actor.uid && !isAtLeast(actor.role, 'Admin')) {
    throw new AppError('forbidden', { message: 'Only its owner and Admins can change a shared report.' });
  }
  return report;
}

function hasFixedDays({ query }: Pick<SavedReport, 'query'>): boolean {
  return query.from !== undefined;
}

function fixedDays(): AppError {
  return invalid('query', 'Only a report with a period, such as the last 7 days, can be emailed every week.');
}

function isSame(a: ReportParts & { owner_id: string }, b: ReportParts & { owner_id: string }): boolean {
  const plain = ({ owner_id, name, shared, tables, query }: typeof a) =>
    JSON.parse(JSON.stringify({ owner_id, name, shared, tables, query })) as unknown;
  return isDeepStrictEqual(plain(a), plain(b));
}

function nameTaken(): AppError {
  return new AppError('name_taken', { data: [{ field: 'name', msg: 'You already have a report with this name.' }] });
}

function idTaken(): AppError {
  return new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another report has this id.' }] });
}
