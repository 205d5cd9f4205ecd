import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type MergeCandidate = { id: string; created_at: Date; hasConversation: boolean };

const known = statement(
  'duplicates.find_merge_candidates',
  `select c.id, c.created_at,
     exists (select from shared_threads t where t.client_id = $1 and t.contact_id = c.id and t.last_message_at is not null) as "hasConversation"
   from shared_contacts c where c.client_id = $1 and c.id = any($2) and c.deleted_at is null`,
);
/** Contacts outside the trash, and whether anything was ever said with them. */
export async function findMergeCandidates(tx: TenantTx, ids: readonly string[]): Promise<Map<string, MergeCandidate>> {
  const rows = await tx.rows<MergeCandidate>(known, [tx.clientId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const identities = statement(
  'duplicates.list_active_identities',
  `select kind, key from shared_contact_identities where client_id = $1 and contact_id = $2 and retired_at is null`,
);
export function listActiveIdentities(
  tx: TenantTx,
  id: string,
): Promise<Array<{ kind: 'phone' | 'user'; key: string }>> {
  return tx.rows(identities, [tx.clientId, id]);
}

const realThread = statement(
  'duplicates.has_real_thread',
  `select 1 from shared_threads t join shared_channels h on h.client_id = t.client_id and h.id = t.channel_id
   where t.client_id = $1 and t.contact_id = $2 and not h.sandbox limit 1`,
);
/** Whether a contact has a thread outside of the sandbox. */
export async function hasRealThread(tx: TenantTx, contactId: string): Promise<boolean> {
  return (await tx.rows(realThread, [tx.clientId, contactId])).length > 0;
}
