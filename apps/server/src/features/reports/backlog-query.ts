import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { placeConditions, type ReportScope } from './report-scope.ts';

export type BacklogRow = { open: number; unassigned: number; waiting: number; oldest_waiting_at: Date | null };

/** What is open now; as in the views of the inbox. */
export async function countBacklog(tx: TenantTx, scope: ReportScope): Promise<BacklogRow> {
  const parameters = new Parameters(tx.clientId);
  const where = placeConditions(scope, 't', parameters).join(' and ');
  const [row] = await tx.rows<BacklogRow>(
    unnamedStatement(`select count(*)::int as open,
        count(*) filter (where t.assignee_id is null and t.assignee_group_id is null)::int as unassigned,
        count(t.waiting_since)::int as waiting, min(t.waiting_since) as oldest_waiting_at
      from shared_threads t where ${where} and t.state = 'ACTIVE' and t.last_message_at is not null`),
    parameters.values,
  );
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}
