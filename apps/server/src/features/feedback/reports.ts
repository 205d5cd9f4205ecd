import type { BugReport, BugReportDetail } from '@parley/contract/types';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { InputFor } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import { enqueueJobs, notifyJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { getUserNameAndEmail } from '../identity/public.ts';
import type { Screenshot } from '../media/public.ts';
import { getVisibleThread } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import { countRecentReports, findReport, insertReport, markReportWaiting, type ReportRow } from './report-repo.ts';
import { insertScreenshots } from './screenshot-repo.ts';
import { receiverOf } from './settings.ts';
import { getFeedbackSettings, lockFeedbackSettings, setLastNumber } from './settings-repo.ts';

export const deliverKind = 'feedback.deliver_report';
const mostPerHour = 30;
const titleLength = 100;

/** Makes a picture of a screen of some bytes. @throws AppError naming `field` */
export type ReceiveScreenshot = (bytes: Buffer, field: string) => Promise<Screenshot>;

export function titleOf(whatHappened: string): string {
  const [line = ''] = whatHappened.split(/\r?\n/);
  return line.length <= titleLength ? line : `${line.slice(0, titleLength - 1)}…`;
}

export function presentReport(row: ReportRow): BugReport {
  const { id, number, severity, state, state_note, screenshots, created_by, version } = row;
  return {
    id,
    number,
    title: titleOf(row.what_happened),
    severity,
    state,
    state_note,
    screenshots,
    delivery: {
      destination: row.destination,
      sent_to: row.sent_to,
      issue_url: row.issue_url,
      state: row.delivery,
      error: row.delivery_error,
    },
    created_by,
    created_at: row.created_at.toISOString(),
    version,
  };
}

export function presentReportDetail(row: ReportRow): BugReportDetail {
  const { what_happened, expected, details, conversation, reply_to } = row;
  return { ...presentReport(row), what_happened, expected, details, conversation, reply_to };
}

/**
 * Stores a report under the next number of the account, once per id, and enqueues its delivery in the same transaction.
 * @throws AppError not_found (conversation), id_conflict, media_unusable, too_many_requests
 */
export async function createReport(
  platform: Platform,
  receiveScreenshot: ReceiveScreenshot,
  call: Call<MemberActor>,
  body: InputFor<'POST /api/bug-reports'>['body'],
): Promise<{ row: ReportRow; created: boolean }> {
  const { actor } = call;
  const id = callId(call, 'POST /api/bug-reports', body.id);
  const hash = hashRequest([{ ...body, id }, actor.uid]);
  const screenshots: Screenshot[] = [];
  for (const [index, { base64 }] of body.screenshots.entries()) {
    screenshots.push(await receiveScreenshot(Buffer.from(base64, 'base64'), `screenshots.${index}`));
  }
  const email = body.may_reply ? await addressOf(platform, actor.uid) : null;
  const outcome = await platform.db.withTenant(actor.clientId, async (tx) => {
    const settings = await lockFeedbackSettings(tx);
    const existing = await findReport(tx, id);
    if (existing !== null) {
      if (existing.request_hash.equals(hash)) return { row: existing, created: false };
      throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another report has this id.' }] });
    }
    if ((await countRecentReports(tx, actor.uid)) >= mostPerHour) {
      throw new AppError('too_many_requests', { retryAfterS: 600 });
    }
    const number = settings.last_number + 1;
    await setLastNumber(tx, number);
    await insertReport(tx, {
      id,
      number,
      what_happened: body.what_happened,
      expected: body.expected || null,
      severity: body.severity,
      details: body.details ?? null,
      conversation: body.conversation ?? null,
      contact_id: body.conversation === undefined ? null : await contactIn(tx, actor, body.conversation.thread_id),
      reply_to: email,
      destination: settings.destination,
      sent_to: receiverOf(settings),
      delivery: settings.destination === 'stored' ? 'none' : 'waiting',
      created_by: actor.uid,
      request_hash: hash,
    });
    await insertScreenshots(tx, id, screenshots);
    if (settings.destination !== 'stored') await enqueueDelivery(tx, id);
    return { row: await getReport(tx, id), created: true };
  });
  if (outcome.created) notifyJobs(platform);
  return outcome;
}

/** @throws AppError not_found */
export async function getReport(tx: TenantTx, id: string): Promise<ReportRow> {
  const row = isUuid(id) ? await findReport(tx, id) : null;
  if (row === null) throw new AppError('not_found', { message: 'This report was not found.' });
  return row;
}

/**
 * Sends a report again that could not be delivered, to where reports go now.
 * @throws AppError not_found, not_retriable
 */
export async function sendReportAgain(platform: Platform, clientId: string, id: string): Promise<ReportRow> {
  const row = await platform.db.withTenant(clientId, async (tx) => {
    const report = await getReport(tx, id);
    if (report.delivery === 'waiting') return report;
    if (report.delivery === 'delivered') {
      throw new AppError('not_retriable', { message: 'This report was already delivered.' });
    }
    const settings = await getFeedbackSettings(tx);
    if (settings.destination === 'stored') {
      throw new AppError('not_retriable', { message: 'Choose where reports go first.' });
    }
    await markReportWaiting(tx, report.id, settings.destination, receiverOf(settings));
    await enqueueDelivery(tx, report.id);
    return getReport(tx, id);
  });
  notifyJobs(platform);
  return row;
}

export async function enqueueDelivery(tx: TenantTx, id: string): Promise<void> {
  const job = { clientId: tx.clientId, kind: deliverKind, payload: { report_id: id } };
  await enqueueJobs(tx, [{ ...job, key: id, weight: 'light' }]);
}

async function contactIn(tx: TenantTx, actor: MemberActor, threadId: string): Promise<string> {
  return (await getVisibleThread(tx, threadId, visibilityOf(actor))).contact_id;
}

async function addressOf(platform: Platform, uid: string): Promise<string> {
  return (await getUserNameAndEmail(platform.db.system.statements('feedback'), uid)).email;
}
