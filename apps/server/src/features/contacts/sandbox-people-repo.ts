import { statement, type TenantTx } from '../../platform/db/sql.ts';

const remove = statement(
  'sandbox_people_delete',
  `delete from contacts c using (
     select id from contacts s where s.client_id = $1 and s.sandbox
       and not exists (select from threads t where t.client_id = $1 and t.contact_id = s.id)
     order by id limit $2 for update) x
   where c.client_id = $1 and c.id = x.id`,
);

/** @returns how many of the sandbox's people without a conversation were deleted */
export function deleteSandboxPeople(tx: TenantTx, limit: number): Promise<number> {
  return tx.run(remove, [tx.clientId, limit]);
}
