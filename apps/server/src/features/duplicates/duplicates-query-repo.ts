import type { ContactDuplicate } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type DuplicateReason = ContactDuplicate['reason'];
export type PairRow = { a_id: string; b_id: string; reason: DuplicateReason; created_at: Date; key: string };

const insert = statement(
  'duplicates.insert_pairs',
  `insert into contact_duplicates (client_id, a_id, b_id, reason)
   select $1, least(x.a, x.b), greatest(x.a, x.b), min(x.reason) from unnest($2::uuid[], $3::uuid[], $4::text[]) as x(a, b, reason)
   where x.a <> x.b
     -- A sandbox contact is never a duplicate of a real one, nor of another by name or number.
     and (select c.sandbox from shared_contacts c where c.client_id = $1 and c.id = x.a and c.deleted_at is null)
       = (select c.sandbox from shared_contacts c where c.client_id = $1 and c.id = x.b and c.deleted_at is null)
     and (x.reason not in ('name', 'number')
       or (select not c.sandbox from shared_contacts c where c.client_id = $1 and c.id = x.a))
   group by 2, 3 order by 2, 3
   on conflict (client_id, a_id, b_id) do nothing`,
);

/** Suggests pairs; dismissed ones stay dismissed. @returns how many are new */
export function suggestPairs(
  tx: TenantTx,
  pairs: ReadonlyArray<{ a: string; b: string; reason: DuplicateReason }>,
): Promise<number> {
  if (pairs.length === 0) return Promise.resolve(0);
  const values = [tx.clientId, pairs.map(({ a }) => a), pairs.map(({ b }) => b), pairs.map(({ reason }) => reason)];
  return tx.run(insert, values);
}

const dismiss = statement(
  'duplicates.dismiss_pair',
  `insert into contact_duplicates as d (client_id, a_id, b_id, reason, dismissed_at, dismissed_by)
   values ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), 'name', now(), $4)
   on conflict (client_id, a_id, b_id) do update set dismissed_at = now(), dismissed_by = excluded.dismissed_by`,
);

/** Dismisses a pair: the contacts are different customers. */
export async function dismissPair(tx: TenantTx, a: string, b: string, author: string): Promise<void> {
  await tx.run(dismiss, [tx.clientId, a, b, author]);
}

const isDismissed = statement(
  'duplicates.is_dismissed',
  `select 1 from contact_duplicates
   where client_id = $1 and a_id = least($2::uuid, $3::uuid) and b_id = greatest($2::uuid, $3::uuid) and dismissed_at is not null`,
);
export async function isDismissedPair(tx: TenantTx, a: string, b: string): Promise<boolean> {
  return (await tx.rows(isDismissed, [tx.clientId, a, b])).length > 0;
}

const present = `
   join shared_contacts a on a.client_id = d.client_id and a.id = d.a_id and a.deleted_at is null
   join shared_contacts b on b.client_id = d.client_id and b.id = d.b_id and b.deleted_at is null`;
const pageStatement = statement(
  'duplicates.list_pairs',
  `select d.a_id, d.b_id, d.reason, d.created_at, d.created_at::text as key from contact_duplicates d ${present}
   where d.client_id = $1 and d.dismissed_at is null and (d.created_at, d.a_id, d.b_id) < ($2::timestamptz, $3::uuid, $4::uuid)
   order by d.created_at desc, d.a_id desc, d.b_id desc limit $5`,
);

/** Pairs that wait for a decision, latest first. */
export function listPairs(
  tx: TenantTx,
  before: { key: string; a: string; b: string },
  limit: number,
): Promise<PairRow[]> {
  return tx.rows(pageStatement, [tx.clientId, before.key, before.a, before.b, limit]);
}

const ofContact = statement(
  'duplicates.list_pairs_of_contact',
  `select d.a_id, d.b_id, d.reason, d.created_at, d.created_at::text as key from (
     select * from contact_duplicates where client_id = $1 and a_id = $2
     union all select * from contact_duplicates where client_id = $1 and b_id = $2) d ${present}
   where d.dismissed_at is null order by d.created_at desc limit 50`,
);
export function listPairsOf(tx: TenantTx, contactId: string): Promise<PairRow[]> {
  return tx.rows(ofContact, [tx.clientId, contactId]);
}

export type ScannedContact = { id: string; name: string; phones: string[] };
const scan = statement(
  'duplicates.scan_contacts',
  `select c.id, c.sort_name as name, array(select i.value from shared_contact_identities i
     where i.client_id = $1 and i.contact_id = c.id and i.kind = 'phone' and i.retired_at is null) as phones
   from shared_contacts c where c.client_id = $1 and c.id > $2 and c.deleted_at is null order by c.id limit $3`,
);
/** Contacts in the order of ids, with what a search for duplicates needs. */
export function scanContacts(tx: TenantTx, after: string, limit: number): Promise<ScannedContact[]> {
  return tx.rows(scan, [tx.clientId, after, limit]);
}

const one = statement(
  'duplicates.find_contact',
  `select c.id, c.sort_name as name, array(select i.value from shared_contact_identities i
     where i.client_id = $1 and i.contact_id = c.id and i.kind = 'phone' and i.retired_at is null) as phones
   from shared_contacts c where c.client_id = $1 and c.id = $2 and c.deleted_at is null`,
);
export async function findScannedContact(tx: TenantTx, id: string): Promise<ScannedContact | null> {
  const [row] = await tx.rows<ScannedContact>(one, [tx.clientId, id]);
  return row ?? null;
}

const byKey = statement(
  'duplicates.find_phone_holders',
  `select i.key, i.contact_id as id from shared_contact_identities i
   where i.client_id = $1 and i.kind = 'phone' and i.key = any($2) and i.retired_at is null`,
);
export function findPhoneHolders(tx: TenantTx, keys: readonly string[]): Promise<Array<{ key: string; id: string }>> {
  return keys.length === 0 ? Promise.resolve([]) : tx.rows(byKey, [tx.clientId, keys]);
}

/* A common name says nothing, so only its first few contacts are read. */
const byName = statement(
  'duplicates.find_namesakes',
  `select x.name, t.id from unnest($2::text[]) as x(name) cross join lateral (
     select c.id from shared_contacts c where c.client_id = $1 and c.deleted_at is null and c.sort_name = x.name
     order by c.id limit 4) t`,
);
export function findNamesakes(tx: TenantTx, names: readonly string[]): Promise<Array<{ name: string; id: string }>> {
  return names.length === 0 ? Promise.resolve([]) : tx.rows(byName, [tx.clientId, names]);
}
