import { statement, type TenantTx } from '../../platform/db/sql.ts';

const choiceStatement = statement('previews.find_choice', `select link_previews from shared_clients where id = $1`);

/** Which links of the account may be read. */
export async function findChoice(tx: TenantTx): Promise<'off' | 'outgoing' | 'all'> {
  const [row] = await tx.rows<{ link_previews: 'off' | 'outgoing' | 'all' }>(choiceStatement, [tx.clientId]);
  return row?.link_previews ?? 'off';
}
