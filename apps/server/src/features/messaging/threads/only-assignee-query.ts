import { statement, type TenantTx } from '../../../platform/db/sql.ts';

type WriterFacts = { client: string; assignee: string; author: string };

/**
 * SQL condition: a member may not write in a thread, because the account lets only assignees write and it is assigned to
 * another one.
 * @param of SQL expressions of the account, the thread's assignee and the id of the member who writes
 */
export const isAssignedToOther = ({ client, assignee, author }: WriterFacts): string =>
  `(${assignee} is not null and ${assignee}::text <> ${author}
    and exists (select from shared_clients o where o.id = ${client} and o.only_assignee_replies))`;

const findStatement = statement(
  'messaging.is_assigned_to_other',
  `select ${isAssignedToOther({ client: '$1', assignee: 't.assignee_id', author: '$3::text' })} as refused
   from threads t where t.client_id = $1 and t.id = $2`,
);

/** Whether a member may not write in a thread. */
export async function findAssignedToOther(tx: TenantTx, threadId: string, author: string): Promise<boolean> {
  const [row] = await tx.rows<{ refused: boolean }>(findStatement, [tx.clientId, threadId, author]);
  return row?.refused ?? false;
}
