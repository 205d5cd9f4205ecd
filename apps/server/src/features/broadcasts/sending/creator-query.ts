import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const email = statement(
  'broadcasts.find_creator_email',
  'select email from shared_client_users where client_id = $1 and user_id::text = $2 and suspended_at is null',
);
/** Null for an API key, and when the member left. */
export async function findCreatorEmail(tx: TenantTx, author: string): Promise<string | null> {
  const [row] = await tx.rows<{ email: string }>(email, [tx.clientId, author]);
  return row?.email ?? null;
}
