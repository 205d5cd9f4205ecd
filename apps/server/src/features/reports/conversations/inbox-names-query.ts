import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const listStatement = statement(
  'reports.list_inbox_names',
  `select id, name from shared_labels where client_id = $1 union all select id, name from shared_stages where client_id = $1`,
);

/** The names of labels and stages. */
export async function listInboxNames(tx: TenantTx): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>(listStatement, [tx.clientId]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
