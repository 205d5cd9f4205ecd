import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const addressStatement = statement(
  'reports.find_email_address',
  'select email from shared_client_users where client_id = $1 and user_id = $2 and suspended_at is null',
);

/** The address of an active member; null: there is none any more. */
export async function findEmailAddress(tx: TenantTx, uid: string): Promise<string | null> {
  const [row] = await tx.rows<{ email: string }>(addressStatement, [tx.clientId, uid]);
  return row?.email ?? null;
}
