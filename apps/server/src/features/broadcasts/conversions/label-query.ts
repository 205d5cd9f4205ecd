import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const findStatement = statement(
  'broadcasts.find_label',
  'select id from shared_labels where client_id = $1 and id = $2',
);

/** Whether the account has the label. */
export async function hasLabel(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.rows(findStatement, [tx.clientId, id])).length > 0;
}
