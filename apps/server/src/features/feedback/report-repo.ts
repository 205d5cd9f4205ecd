import type { BugReport, BugReportDetail } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { TimePosition } from '../../platform/http/cursor.ts';
import type { Destination } from './settings-repo.ts';

export type ReportRow = {
  id: string;
  number: number;
  what_happened: string;
  expected: string | null;
  severity: BugReport['severity'];
  details: BugReportDetail['details'];
  conversation: BugReportDetail['conversation'];
  contact_id: string | null;
  reply_to: string | null;
  state: BugReport['state'];
  state_note: string | null;
  destination: Destination;
  sent_to: string | null;
  issue_url: string | null;
  delivery: BugReport['delivery']['state'];
  delivery_error: string | null;
  created_by: string;
  created_at: Date;
  version: number;
  request_hash: Buffer;
  screenshots: number;
};

const columns = `r.id, r.number, r.what_happened, r.expected, r.severity, r.details, r.conversation, r.contact_id, r.reply_to,
  r.state, r.state_note, r.destination, r.sent_to, r.issue_url, r.delivery, r.delivery_error, r.created_by, r.created_at, r.version,
  r.request_hash, (select count(*)::int from bug_report_screenshots s
    where s.client_id = r.client_id and s.report_id = r.id) as screenshots`;

const insertStatement = statement(
  'feedback.insert_report',
  `insert into bug_reports (client_id, id, number, what_happened, expected, severity, details, conversation, contact_id,
     reply_to, destination, sent_to, delivery, created_by, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
);

export type NewReport = Omit<
  ReportRow,
  'state' | 'state_note' | 'issue_url' | 'delivery_error' | 'created_at' | 'version' | 'screenshots'
>;

export async function insertReport(tx: TenantTx, row: NewReport): Promise<void> {
  await tx.run(insertStatement, [
    tx.clientId,
    row.id,
    row.number,
    row.what_happened,
    row.expected,
    row.severity,
    row.details === null ? null : JSON.stringify(row.details),
    row.conversation === null ? null : JSON.stringify(row.conversation),
    row.contact_id,
    row.reply_to,
    row.destination,
    row.sent_to,
    row.delivery,
    row.created_by,
    row.request_hash,
  ]);
}

const findStatement = statement(
  'feedback.find_report',
  `select ${columns} from bug_reports r where r.client_id = $1 and r.id = $2`,
);

export async function findReport(tx: TenantTx, id: string): Promise<ReportRow | null> {
  const [row] = await tx.rows<ReportRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

const lockStatement = statement(
  'feedback.lock_report',
  'select id from bug_reports where client_id = $1 and id = $2 for update',
);

/** The report, locked until commit. */
export async function lockReport(tx: TenantTx, id: string): Promise<ReportRow | null> {
  await tx.rows(lockStatement, [tx.clientId, id]);
  return findReport(tx, id);
}

const pageStatement = statement(
  'feedback.list_reports',
  `select ${columns} from bug_reports r
   where r.client_id = $1 and (r.created_at, r.id) < ($2, $3::uuid) and ($4::text is null or r.state = $4)
   order by r.created_at desc, r.id desc limit $5`,
);
const ownPageStatement = statement(
  'feedback.list_own_reports',
  `select ${columns} from bug_reports r
   where r.client_id = $1 and r.created_by = $6 and (r.created_at, r.id) < ($2, $3::uuid)
     and ($4::text is null or r.state = $4)
   order by r.created_at desc, r.id desc limit $5`,
);

/** Newest first. @param by the reporter; null: all */
export function listReports(
  tx: TenantTx,
  filter: { by: string | null; state: string | null },
  before: TimePosition,
  limit: number,
): Promise<ReportRow[]> {
  const values = [tx.clientId, before.at, before.id, filter.state, limit];
  if (filter.by === null) return tx.rows<ReportRow>(pageStatement, values);
  return tx.rows<ReportRow>(ownPageStatement, [...values, filter.by]);
}

const recentStatement = statement(
  'feedback.count_recent_reports',
  `select count(*)::int as n from bug_reports
   where client_id = $1 and created_by = $2 and created_at > now() - interval '1 hour'`,
);

/** How many reports a member sent in the last hour. */
export async function countRecentReports(tx: TenantTx, uid: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(recentStatement, [tx.clientId, uid]);
  return row?.n ?? 0;
}

const stateStatement = statement(
  'feedback.update_report_state',
  `update bug_reports set state = $3, state_note = $4, version = version + 1 where client_id = $1 and id = $2`,
);

export async function updateReportState(
  tx: TenantTx,
  id: string,
  state: BugReport['state'],
  note: string | null,
): Promise<void> {
  await tx.run(stateStatement, [tx.clientId, id, state, note]);
}

const sendAgainStatement = statement(
  'feedback.requeue_report',
  `update bug_reports set destination = $3, sent_to = $4, delivery = 'waiting', delivery_error = null, issue_url = null,
     version = version + 1
   where client_id = $1 and id = $2`,
);

export async function markReportWaiting(
  tx: TenantTx,
  id: string,
  destination: Destination,
  sentTo: string | null,
): Promise<void> {
  await tx.run(sendAgainStatement, [tx.clientId, id, destination, sentTo]);
}

const deliveryStatement = statement(
  'feedback.update_delivery',
  `update bug_reports set delivery = $3, delivery_error = $4, version = version + 1,
     delivered_at = case when $3 = 'delivered' then now() end, issue_url = coalesce($5, issue_url)
   where client_id = $1 and id = $2 and delivery = 'waiting'`,
);

/** @param issueUrl of the issue it became @returns false when it does not wait to be delivered */
export async function settleDelivery(
  tx: Executor,
  clientId: string,
  id: string,
  state: 'delivered' | 'failed',
  error: string | null,
  issueUrl: string | null = null,
): Promise<boolean> {
  return (await tx.run(deliveryStatement, [clientId, id, state, error, issueUrl])) === 1;
}

/** Why a report was not emailed: the address has to be confirmed first. */
export const unconfirmedReason = 'The email address has not been confirmed yet. An Admin enters the code sent to it.';

const unconfirmedStatement = statement(
  'feedback.list_unconfirmed',
  `select id from bug_reports where client_id = $1 and destination = 'email' and sent_to = $2 and delivery = 'failed'
     and delivery_error = $3 order by created_at, id limit 500`,
);

/** Reports that were not emailed because the address was not confirmed. */
export async function listUnconfirmed(tx: TenantTx, address: string | null): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(unconfirmedStatement, [tx.clientId, address, unconfirmedReason]);
  return rows.map(({ id }) => id);
}

const emailedStatement = statement(
  'feedback.count_emailed_reports',
  `select count(*)::int as n from bug_reports
   where client_id = $1 and destination = 'email' and delivered_at > now() - interval '1 day'`,
);

/** How many reports of an account were emailed within a day. */
export async function countEmailedReports(tx: Executor, clientId: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(emailedStatement, [clientId]);
  return row?.n ?? 0;
}

const eraseStatement = statement(
  'feedback.erase_contacts',
  `update bug_reports set conversation = null, contact_id = null, version = version + 1
   where client_id = $1 and contact_id = any($2)`,
);

/** Deletes what reports include of some contacts. */
export async function eraseFromReports(tx: TenantTx, contactIds: readonly string[]): Promise<void> {
  await tx.run(eraseStatement, [tx.clientId, contactIds]);
}
