import { statement, type TenantTx } from '../../platform/db/sql.ts';

const claim = statement(
  'contacts_claim_identity',
  `insert into contact_identities (client_id, kind, key, contact_id, value) values ($1, $2, $3, $4, $5)
   on conflict (client_id, kind, key) do nothing`,
);
const holder = statement(
  'contacts_identity_holder',
  `select c.id, c.deleted_at is not null as trashed, i.retired_at is not null as retired,
     exists (select from threads t where t.client_id = c.client_id and t.contact_id = c.id) as talks
   from contact_identities i join contacts c on c.client_id = i.client_id and c.id = i.contact_id
   where i.client_id = $1 and i.kind = $2 and i.key = $3 for update of i`,
);
const take = statement(
  'contacts_take_identity',
  'update contact_identities set contact_id = $4, value = $5, retired_at = null where client_id = $1 and kind = $2 and key = $3',
);

export type Identity = { kind: 'phone' | 'user'; key: string; value: string };

/**
 * Gives a contact an identity. One that its owner left, or who lies in the trash without a conversation, is taken over.
 * @returns null when it has it now, else the id of the contact that holds it
 */
export async function claimIdentity(tx: TenantTx, contactId: string, identity: Identity): Promise<string | null> {
  const { kind, key, value } = identity;
  if ((await tx.run(claim, [tx.clientId, kind, key, contactId, value])) === 1) return null;
  const [held] = await tx.rows<{ id: string; trashed: boolean; retired: boolean; talks: boolean }>(holder, [
    tx.clientId,
    kind,
    key,
  ]);
  if (held === undefined) return claimIdentity(tx, contactId, identity);
  if (held.id !== contactId && !held.retired && !(held.trashed && !held.talks)) return held.id;
  await tx.run(take, [tx.clientId, kind, key, contactId, value]);
  return null;
}

const release = statement(
  'contacts_release_phone',
  `delete from contact_identities i where i.client_id = $1 and i.kind = 'phone' and i.key = $2 and i.contact_id = $3
     and not exists (select from threads t where t.client_id = $1 and t.contact_id = $3 and t.to_phone = i.value)`,
);

/** A number that is not this contact's any more, unless a conversation with it goes on under the number. */
export async function releasePhone(tx: TenantTx, contactId: string, key: string): Promise<void> {
  await tx.run(release, [tx.clientId, key, contactId]);
}

const all = statement(
  'contacts_identities',
  `select contact_id, kind, key, value from contact_identities where client_id = $1 and contact_id = any($2)
   order by contact_id, kind, key`,
);

export function listIdentities(
  tx: TenantTx,
  contactIds: readonly string[],
): Promise<Array<Identity & { contact_id: string }>> {
  return tx.rows(all, [tx.clientId, contactIds]);
}
