import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const lockStatement = statement(
  'contacts.lock_sandbox_contacts',
  `select id from contacts s where s.client_id = $1 and s.sandbox
     and not exists (select from contact_threads t where t.client_id = $1 and t.contact_id = s.id)
   order by id limit $2 for update`,
);
const leave = statement(
  'contacts.remove_from_all_lists',
  'delete from contact_list_members where client_id = $1 and contact_id = any($2)',
);
const remove = statement(
  'contacts.delete_sandbox_contacts',
  'delete from contacts where client_id = $1 and id = any($2)',
);

/** Deletes sandbox contacts without a thread. @returns the number of deleted contacts */
export async function deleteSandboxContactBatch(tx: TenantTx, limit: number): Promise<number> {
  const ids = (await tx.rows<{ id: string }>(lockStatement, [tx.clientId, limit])).map(({ id }) => id);
  // Lists first, in one statement: if each contact were removed separately, every removal would update the same
  // counters.
  await tx.run(leave, [tx.clientId, ids]);
  return tx.run(remove, [tx.clientId, ids]);
}
