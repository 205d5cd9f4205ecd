import { statement, type TenantTx } from '../../platform/db/sql.ts';

const hold = statement(
  'sandbox_people_hold',
  `select id from contacts s where s.client_id = $1 and s.sandbox
     and not exists (select from threads t where t.client_id = $1 and t.contact_id = s.id)
   order by id limit $2 for update`,
);
const leave = statement(
  'sandbox_people_leave',
  'delete from contact_list_members where client_id = $1 and contact_id = any($2)',
);
const remove = statement('sandbox_people_delete', 'delete from contacts where client_id = $1 and id = any($2)');

/** @returns how many of the sandbox's people without a conversation were deleted */
export async function deleteSandboxPeople(tx: TenantTx, limit: number): Promise<number> {
  const ids = (await tx.rows<{ id: string }>(hold, [tx.clientId, limit])).map(({ id }) => id);
  // Lists first and at once: one by one with their contact, each would move the same counts.
  await tx.run(leave, [tx.clientId, ids]);
  return tx.run(remove, [tx.clientId, ids]);
}
