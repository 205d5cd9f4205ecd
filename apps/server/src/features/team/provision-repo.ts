import { statement, type TenantTx } from '../../platform/db/sql.ts';

const lockStatement = statement(
  'team.lock_sign_in_provider',
  'select sign_in_provider from shared_clients where id = $1 for no key update',
);

/** The provider that the account requires, which stays until the transaction ends; one such transaction at a time. */
export async function lockSignInProvider(tx: TenantTx): Promise<string | null> {
  const [row] = await tx.rows<{ sign_in_provider: string | null }>(lockStatement, [tx.clientId]);
  return row?.sign_in_provider ?? null;
}

const countStatement = statement(
  'team.count_members',
  'select count(*)::int as n from client_users where client_id = $1',
);

export async function countMembers(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(countStatement, [tx.clientId]);
  return row?.n ?? 0;
}

const formerStatement = statement(
  'team.was_member',
  'select exists (select from former_members where client_id = $1 and user_id = $2) as found',
);

/** Whether a user left this account or was removed from it. */
export async function wasMember(tx: TenantTx, userId: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(formerStatement, [tx.clientId, userId]);
  return row?.found === true;
}
