import { phoneMatchKey } from '@parley/contract/phone-forms';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const claim = statement(
  'contacts.claim_identity',
  `insert into contact_identities (client_id, kind, key, contact_id, value) values ($1, $2, $3, $4, $5)
   on conflict (client_id, kind, key) do nothing`,
);
const holder = statement(
  'contacts.lock_identity_holder',
  `select c.id, c.deleted_at is not null as trashed, i.retired_at is not null as retired,
     exists (select from contact_threads t where t.client_id = c.client_id and t.contact_id = c.id) as has_thread
   from contact_identities i join contacts c on c.client_id = i.client_id and c.id = i.contact_id
   where i.client_id = $1 and i.kind = $2 and i.key = $3 for update of i`,
);
const take = statement(
  'contacts.take_identity',
  // What a contact is known by to WhatsApp stays when a member writes the same number in another way.
  `update contact_identities set contact_id = $4, retired_at = null,
     value = case when contact_id = $4 and retired_at is null then value else $5 end
   where client_id = $1 and kind = $2 and key = $3`,
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

const threadNumbers = statement(
  'contacts.list_thread_numbers',
  'select distinct to_phone from contact_threads where client_id = $1 and contact_id = $2 and to_phone is not null',
);
const release = statement(
  'contacts.release_phone',
  `delete from contact_identities where client_id = $1 and kind = 'phone' and key = $2 and contact_id = $3`,
);

/** Removes a phone number from a contact, unless one of its threads still uses the number, in whatever spelling. */
export async function releasePhone(tx: TenantTx, contactId: string, key: string): Promise<void> {
  const used = await tx.rows<{ to_phone: string }>(threadNumbers, [tx.clientId, contactId]);
  if (used.some(({ to_phone }) => phoneMatchKey(to_phone) === key)) return;
  await tx.run(release, [tx.clientId, key, contactId]);
}
