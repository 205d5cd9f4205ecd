import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/* Reads contacts with their conversations and notes: one that an import made stays if anything else belongs to it by now. */
const lockUnused = statement(
  'history.lock_unused_contacts',
  `select c.id from shared_contacts c where c.client_id = $1 and c.id = any($2) and c.opted_in_at is null
     and not exists (select from shared_threads t where t.client_id = $1 and t.contact_id = c.id)
     and not exists (select from shared_contact_notes n where n.client_id = $1 and n.contact_id = c.id)
   order by c.id for update of c`,
);

/** Locks those of the contacts that have no conversation, note or opt-in. */
export async function lockUnusedContacts(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(lockUnused, [tx.clientId, ids])).map(({ id }) => id);
}
