import { phoneMatchKey } from '@parley/contract/phone-forms';
import { type Executor, statement } from '../../../platform/db/sql.ts';
import type { ContactInput } from './ensure-contacts-repo.ts';

export type Identity = { kind: 'phone' | 'user'; key: string; value: string };

/*
 * A contact changes to another number or user id: it gets the new identity when no contact has it yet, and the old
 * one is retired. When another contact has it, nothing is merged; a member decides that.
 */
const changeIdentityStatement = statement(
  'contacts.change_identity',
  `with owner as materialized (
     select i.contact_id from contact_identities i
     where i.client_id = $1 and i.kind = $2 and i.key = $3 for update of i
   ), retired as (
     update contact_identities i set retired_at = $7 from owner o
     where i.client_id = $1 and i.kind = $5 and i.contact_id = o.contact_id and i.key <> $4 and i.retired_at is null
       and i.created_at <= now()
       and (select count(*) from contact_identities h where h.client_id = $1 and h.kind = $5 and h.key = $4
            and h.contact_id <> o.contact_id) = 0
   ), made as (
     insert into contact_identities (client_id, kind, key, contact_id, value)
     select $1, $5, $4, contact_id, $6 from owner
     on conflict (client_id, kind, key) do update set retired_at = null
       where contact_identities.contact_id = excluded.contact_id
     returning contact_id
   )
   update contacts c set phone_number = case when $5 = 'phone' then $6 else c.phone_number end,
     user_id = case when $5 = 'user' then $6 else c.user_id end, version = c.version + 1
   from made m where c.client_id = $1 and c.id = m.contact_id
     and (case when $5 = 'phone' then c.phone_number else c.user_id end) is distinct from $6
   returning c.id, c.version`,
);

/** @returns the contact with the new identity; null when it is another contact's, or nothing changed */
export async function changeContactIdentity(
  tx: Executor,
  clientId: string,
  from: Pick<ContactInput, 'kind' | 'key'>,
  to: Identity,
  at: Date,
): Promise<{ id: string; version: number } | null> {
  const values = [clientId, from.kind, from.key, to.key, to.kind, to.value, at];
  const [row] = await tx.rows<{ id: string; version: number }>(changeIdentityStatement, values);
  return row ?? null;
}

const conflictsStatement = statement(
  'contacts.find_identity_conflict',
  `select o.contact_id as a, h.contact_id as b from contact_identities o
   join contact_identities h on h.client_id = $1 and h.kind = $4 and h.key = $5 and h.contact_id <> o.contact_id
   where o.client_id = $1 and o.kind = $2 and o.key = $3`,
);

const addNumberStatement = statement(
  'contacts.add_known_number',
  `with added as (
     insert into contact_identities (client_id, kind, key, contact_id, value)
     select client_id, kind, $3, contact_id, $4 from contact_identities
     where client_id = $1 and kind = 'phone' and key = $2 and retired_at is null
     on conflict (client_id, kind, key) do update
       set contact_id = excluded.contact_id, value = excluded.value, retired_at = null
       where contact_identities.retired_at is not null
     returning contact_id
   )
   update contacts c set version = c.version + 1 from added where c.client_id = $1 and c.id = added.contact_id
   returning c.id, c.version`,
);

/**
 * WhatsApp knows the contact with a number by another one: messages from that one are this contact's.
 * @returns the contact as it was changed, or the two contacts when another one has that number already
 */
export async function addKnownNumber(
  tx: Executor,
  clientId: string,
  sentTo: string,
  number: string,
): Promise<{ changed: { id: string; version: number } } | { conflict: { a: string; b: string } } | null> {
  const [from, to] = [sentTo, number].map((digits) => ({ kind: 'phone' as const, key: phoneMatchKey(digits) }));
  if (from === undefined || to === undefined || from.key === to.key) return null;
  const values = [clientId, from.key, to.key, number];
  const [changed] = await tx.rows<{ id: string; version: number }>(addNumberStatement, values);
  if (changed !== undefined) return { changed };
  const conflict = await findConflictingContacts(tx, clientId, from, to);
  return conflict && { conflict };
}

/** The contact that would change to an identity, and the other one that has it; null when no other contact has it. */
export async function findConflictingContacts(
  tx: Executor,
  clientId: string,
  from: Pick<ContactInput, 'kind' | 'key'>,
  to: Pick<Identity, 'kind' | 'key'>,
): Promise<{ a: string; b: string } | null> {
  const values = [clientId, from.kind, from.key, to.kind, to.key];
  const [row] = await tx.rows<{ a: string; b: string }>(conflictsStatement, values);
  return row ?? null;
}
