import { statement, type TenantTx } from '../../platform/db/sql.ts';

const claim = statement(
  'contacts.claim_identity',
  `insert into contact_identities (client_id, kind, key, contact_id, value) values ($1, $2, $3, $4, $5)
   on conflict (client_id, kind, key) do nothing`,
);
const holder = statement(
  'contacts.lock_identity_holder',
  `select c.id, c.deleted_at is not null as trashed, i.retired_at is not null as retired,
     exists (select from threads t where t.client_id = c.client_id and t.contact_id = c.id) as has_thread
   from contact_identities i join contacts c on c.client_id = i.client_id and c.id = i.contact_id
   where i.client_id = $1 and i.kind = $2 and i.key = $3 for update of i`,
);
const take = statement(
  'contacts.take_identity',
  'update contact_identities set contact_id = $4, value = $5, retired_at = null where client_id = $1 and kind = $2 and key = $3',
);

export type Identity = { kind: 'phone' | 'user'; key: string; value: string };

/**
 * Gives a contact an identity. A retired one, and one of a trashed contact without a thread, moves to it.
 * @returns null on success, else the id of the contact that has the identity
 */
export async function claimIdentity(tx: TenantTx, contactId: string, identity: Identity): Promise<string | null> {
  const { kind, key, value } = identity;
  if ((await tx.run(claim, [tx.clientId, kind, key, contactId, value])) === 1) return null;
  const [current] = await tx.rows<{ id: string; trashed: boolean; retired: boolean; has_thread: boolean }>(holder, [
    tx.clientId,
    kind,
    key,
  ]);
  if (current === undefined) return claimIdentity(tx, contactId, identity);
  if (current.id !== contactId && !current.retired && !(current.trashed && !current.has_thread)) return current.id;
  await tx.run(take, [tx.clientId, kind, key, contactId, value]);
  return null;
}

const release = statement(
  'contacts.release_phone',
  `delete from contact_identities i where i.client_id = $1 and i.kind = 'phone' and i.key = $2 and i.contact_id = $3
     and not exists (select from threads t where t.client_id = $1 and t.contact_id = $3 and t.to_phone = i.value)`,
);

/** Removes a phone number from a contact, unless one of its threads still uses the number. */
export async function releasePhone(tx: TenantTx, contactId: string, key: string): Promise<void> {
  await tx.run(release, [tx.clientId, key, contactId]);
}
