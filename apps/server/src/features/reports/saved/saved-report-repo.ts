import { isAtLeast } from '@parley/contract/permissions';
import type { SavedReport } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { MemberViewer } from '../../team/public.ts';

/** `query` holds the choice of tables as well. */
type ReportRow = Omit<SavedReport, 'query' | 'tables'> & { query: SavedReport['query'] & { tables: boolean } };

/** Their own and the shared ones, of the member $2; those about another member only who may read it ($3). */
const usable = `(r.owner_id = $2 or r.shared) and ($3 or coalesce(r.query->>'member_id', $2::text) = $2::text)`;

/** With the email of the member $2. */
const columns = `r.id, r.owner_id, r.name, r.shared, r.query, r.version,
  (select jsonb_build_object('day', e.day, 'at', e.at, 'next_at', to_char(e.next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   from report_emails e where e.client_id = r.client_id and e.report_id = r.id and e.user_id = $2) as email`;

function reportOf({ query: { tables, ...query }, ...row }: ReportRow): SavedReport {
  return { ...row, query, tables };
}

const listStatement = statement(
  'reports.list_saved_reports',
  `select ${columns} from saved_reports r where r.client_id = $1 and ${usable}
   order by lower(r.name), r.id limit 500`,
);

/** The member's own and the shared ones, by name. */
export async function listSavedReports(
  tx: TenantTx,
  { uid, role }: Pick<MemberViewer, 'uid' | 'role'>,
): Promise<SavedReport[]> {
  return (await tx.rows<ReportRow>(listStatement, [tx.clientId, uid, isAtLeast(role, 'Admin')])).map(reportOf);
}

const lockStatement = statement(
  'reports.lock_saved_report',
  `select ${columns} from saved_reports r
   where r.client_id = $1 and r.id = $4 and ${usable} for update of r`,
);

/** @returns null when there is none that the member may use */
export async function lockSavedReport(
  tx: TenantTx,
  id: string,
  { uid, role }: Pick<MemberViewer, 'uid' | 'role'>,
): Promise<SavedReport | null> {
  const values = [tx.clientId, uid, isAtLeast(role, 'Admin'), id];
  const [row] = isUuid(id) ? await tx.rows<ReportRow>(lockStatement, values) : [];
  return row === undefined ? null : reportOf(row);
}

export type ReportParts = Pick<SavedReport, 'id' | 'name' | 'shared' | 'query' | 'tables'>;

const insertStatement = statement(
  'reports.insert_saved_report',
  `insert into saved_reports (client_id, owner_id, id, name, shared, query) values ($1, $2, $3, $4, $5, $6)
   on conflict (client_id, id) do nothing`,
);

/** @returns false when the id is taken @throws 23505 when the member has one of this name */
export async function insertSavedReport(tx: TenantTx, uid: string, report: ReportParts): Promise<boolean> {
  return (await tx.run(insertStatement, [tx.clientId, uid, ...valuesOf(report)])) === 1;
}

const updateStatement = statement(
  'reports.update_saved_report',
  `update saved_reports r set name = $4, shared = $5, query = $6, version = r.version + 1
   where r.client_id = $1 and r.id = $3 returning ${columns}`,
);

export async function updateSavedReport(tx: TenantTx, uid: string, report: ReportParts): Promise<SavedReport> {
  const [row] = await tx.rows<ReportRow>(updateStatement, [tx.clientId, uid, ...valuesOf(report)]);
  if (row === undefined) throw new Error('a locked saved report is gone');
  return reportOf(row);
}

function valuesOf({ id, name, shared, query, tables }: ReportParts) {
  return [id, name, shared, JSON.stringify({ ...query, tables })];
}

const deleteStatement = statement(
  'reports.delete_saved_report',
  'delete from saved_reports where client_id = $1 and id = $2',
);

export async function deleteSavedReport(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}
