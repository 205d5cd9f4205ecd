import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type Known = { id: string; created_at: Date; talks: boolean };

const known = statement(
  'contacts_heal_known',
  `select c.id, c.created_at,
     exists (select from threads t where t.client_id = $1 and t.contact_id = c.id and t.last_message_at is not null) as talks
   from contacts c where c.client_id = $1 and c.id = any($2) and c.deleted_at is null`,
);
/** Contacts outside the trash, and whether anything was ever said with them. */
export async function knownOf(tx: TenantTx, ids: readonly string[]): Promise<Map<string, Known>> {
  const rows = await tx.rows<Known>(known, [tx.clientId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const identities = statement(
  'contacts_heal_identities',
  `select kind, key from contact_identities where client_id = $1 and contact_id = $2 and retired_at is null`,
);
export function identitiesOf(tx: TenantTx, id: string): Promise<Array<{ kind: 'phone' | 'user'; key: string }>> {
  return tx.rows(identities, [tx.clientId, id]);
}
