import { type Executor, statement } from '../../../platform/db/sql.ts';

export type Identity = { kind: 'phone' | 'user'; key: string; value: string };

/*
 * A person goes on under another number or user id: the new one is theirs when it is nobody's yet, the old one is
 * retired. When somebody else has it already nothing is joined; a person decides that.
 */
const relinkStatement = statement(
  'people_relink',
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

/** @returns the contact that goes on under the new identity; null when it is somebody else's, or nothing changed */
export async function relinkPerson(
  tx: Executor,
  clientId: string,
  from: Pick<Identity, 'kind' | 'key'>,
  to: Identity,
  at: Date,
): Promise<{ id: string; version: number } | null> {
  const values = [clientId, from.kind, from.key, to.key, to.kind, to.value, at];
  const [row] = await tx.rows<{ id: string; version: number }>(relinkStatement, values);
  return row ?? null;
}

const rivalsStatement = statement(
  'people_relink_rivals',
  `select o.contact_id as a, h.contact_id as b from contact_identities o
   join contact_identities h on h.client_id = $1 and h.kind = $4 and h.key = $5 and h.contact_id <> o.contact_id
   where o.client_id = $1 and o.kind = $2 and o.key = $3`,
);

/** The contact that would go on under an identity, and the other one that has it; null when nobody else has. */
export async function findRivals(
  tx: Executor,
  clientId: string,
  from: Pick<Identity, 'kind' | 'key'>,
  to: Pick<Identity, 'kind' | 'key'>,
): Promise<{ a: string; b: string } | null> {
  const values = [clientId, from.kind, from.key, to.kind, to.key];
  const [row] = await tx.rows<{ a: string; b: string }>(rivalsStatement, values);
  return row ?? null;
}

const addressStatement = statement(
  'threads_readdress',
  `with wanted as materialized (
     select t.id from threads t where t.client_id = $1 and t.contact_id = $2 order by t.id for no key update of t
   )
   update threads t set to_phone = case when $3 = 'phone' then $4 else t.to_phone end,
     to_user_id = case when $3 = 'user' then $4 else t.to_user_id end, version = t.version + 1
   from wanted w where t.client_id = $1 and t.id = w.id
     and (case when $3 = 'phone' then t.to_phone else t.to_user_id end) is distinct from $4
   returning t.id, t.version`,
);

/** From now on the person's threads are answered there. */
export function readdressThreads(
  tx: Executor,
  clientId: string,
  contactId: string,
  to: Pick<Identity, 'kind' | 'value'>,
): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(addressStatement, [clientId, contactId, to.kind, to.value]);
}
