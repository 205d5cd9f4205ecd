import { statement, type TenantTx } from '../../platform/db/sql.ts';

const editorsStatement = statement(
  'automations.list_editor_addresses',
  `select email from shared_client_users
   where client_id = $1 and suspended_at is null and (user_id::text = $2 or role = 'Owner')
   order by user_id::text = $2 desc, created_at, user_id limit 5`,
);

/** Addresses of who changed an automation last, while a member, and of the Owners. @param author of the last change */
export async function listEditorAddresses(tx: TenantTx, author: string): Promise<string[]> {
  return (await tx.rows<{ email: string }>(editorsStatement, [tx.clientId, author])).map(({ email }) => email);
}
