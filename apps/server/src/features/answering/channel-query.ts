import { statement, type TenantTx } from '../../platform/db/sql.ts';

const missingStatement = statement(
  'answering.find_missing_channel',
  `select x.id from unnest($2::uuid[]) as x(id)
   where not exists (select from shared_channels c where c.client_id = $1 and c.id = x.id and c.deleted_at is null) limit 1`,
);
/** One of some channels that the account does not have. */
export async function findMissingChannel(tx: TenantTx, ids: readonly string[]): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(missingStatement, [tx.clientId, ids]);
  return row?.id ?? null;
}
