import type { ReportEmail } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

export type EmailRow = Pick<ReportEmail, 'day' | 'at'> & { next_at: Date; time_zone: string };

const putStatement = statement(
  'reports.put_email',
  `insert into report_emails as e (client_id, report_id, user_id, day, at, time_zone, next_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (client_id, report_id, user_id) do update
     set day = excluded.day, at = excluded.at, time_zone = excluded.time_zone, next_at = excluded.next_at`,
);

export async function putEmail(tx: TenantTx, reportId: string, uid: string, row: EmailRow): Promise<void> {
  await tx.run(putStatement, [tx.clientId, reportId, uid, row.day, row.at, row.time_zone, row.next_at]);
}

const deleteStatement = statement(
  'reports.delete_email',
  'delete from report_emails where client_id = $1 and report_id = $2 and user_id = $3',
);

export async function deleteEmail(tx: TenantTx, reportId: string, uid: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, reportId, uid]);
}

const anyStatement = statement(
  'reports.has_emails',
  'select exists (select from report_emails where client_id = $1 and report_id = $2) as found',
);

/** Whether anyone gets the report by email. */
export async function hasEmails(tx: TenantTx, reportId: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(anyStatement, [tx.clientId, reportId]);
  return row?.found ?? false;
}

const deleteOthersStatement = statement(
  'reports.delete_emails_of_others',
  'delete from report_emails where client_id = $1 and report_id = $2 and user_id <> $3',
);

/** Of a report that is no longer shared. */
export async function deleteEmailsOfOthers(tx: TenantTx, reportId: string, ownerId: string): Promise<void> {
  await tx.run(deleteOthersStatement, [tx.clientId, reportId, ownerId]);
}

const lockStatement = statement(
  'reports.lock_email',
  `select day, at, time_zone, next_at from report_emails
   where client_id = $1 and report_id = $2 and user_id = $3 for update`,
);

export async function lockEmail(tx: TenantTx, reportId: string, uid: string): Promise<EmailRow | null> {
  const [row] = await tx.rows<EmailRow>(lockStatement, [tx.clientId, reportId, uid]);
  return row ?? null;
}

export type DueEmail = { client_id: string; report_id: string; user_id: string };

const dueStatement = statement(
  'reports.list_due_emails',
  `select e.client_id, e.report_id, e.user_id
   from report_emails e join shared_clients c on c.id = e.client_id and c.deleted_at is null
   where e.next_at <= $1 or e.time_zone <> c.time_zone order by e.next_at limit 200`,
);

/** Emails of all accounts that are due at a moment, and those whose account changed its time zone. */
export function listDueEmails(system: Executor, at: Date): Promise<DueEmail[]> {
  return system.rows<DueEmail>(dueStatement, [at]);
}
