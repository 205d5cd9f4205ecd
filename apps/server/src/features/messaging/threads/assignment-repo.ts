import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const reassign = statement(
  'messaging.reassign_threads',
  `with mine as materialized (
     select id from threads where client_id = $1 and assignee_id = $2 order by id for update
   )
   update threads t set assignee_id = $3, version = t.version + 1
   from mine where t.client_id = $1 and t.id = mine.id returning t.id, t.version`,
);

/** Assigns all conversations of a member to another or (null) to no one, including DONE ones, which may be reopened. */
export function reassignThreads(
  tx: TenantTx,
  from: string,
  to: string | null,
): Promise<{ id: string; version: number }[]> {
  return tx.rows<{ id: string; version: number }>(reassign, [tx.clientId, from, to]);
}

const unassignStatement = statement(
  'messaging.unassign_group',
  `with its as materialized (
     select id from threads where client_id = $1 and assignee_group_id = $2 order by id for update
   )
   update threads t set assignee_group_id = null, version = t.version + 1
   from its where t.client_id = $1 and t.id = its.id returning t.id, t.version`,
);

/** Takes a group off all its conversations. */
export function unassignGroup(tx: TenantTx, groupId: string): Promise<{ id: string; version: number }[]> {
  return tx.rows<{ id: string; version: number }>(unassignStatement, [tx.clientId, groupId]);
}
