import type { Suppression } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type SuppressionRow = Omit<Suppression, 'since'> & { since: Date };

const ofContact = statement(
  'suppressions_of_contact',
  `select source, scope, note, detail, created_by, provider_at as since from suppressions
   where client_id = $1 and contact_id = $2 and active order by provider_at, source`,
);

/** Why a contact is not to be written to, oldest first. */
export function listSuppressions(tx: TenantTx, contactId: string): Promise<SuppressionRow[]> {
  return tx.rows(ofContact, [tx.clientId, contactId]);
}

const byHand = statement(
  'suppressions_by_hand',
  `with told as (
     insert into suppressions (client_id, contact_id, source, active, provider_at, scope, note, created_by)
     values ($1, $2, 'manual', true, now(), $3, $4, $5)
     on conflict (client_id, contact_id, source) do update set active = true, scope = excluded.scope, note = excluded.note,
       created_by = excluded.created_by, received_at = now(),
       provider_at = case when suppressions.active then suppressions.provider_at else excluded.provider_at end
   )
   update contacts set opted_out_at = coalesce(opted_out_at, now()), updated_at = now(), version = version + 1
   where client_id = $1 and id = $2 returning version`,
);

/** Marks a contact as not to be written to. @returns its new version */
export async function suppressByHand(
  tx: TenantTx,
  contactId: string,
  wish: { scope: Suppression['scope']; note: string | null; author: string },
): Promise<number> {
  const values = [tx.clientId, contactId, wish.scope, wish.note, wish.author];
  const [row] = await tx.rows<{ version: number }>(byHand, values);
  if (row === undefined) throw new Error('a locked contact is gone');
  return row.version;
}

const takeBack = statement(
  'suppressions_take_back',
  `with gone as (
     update suppressions set active = false, received_at = now()
     where client_id = $1 and contact_id = $2 and active and source = any($3) returning source
   )
   update contacts c set updated_at = now(), version = c.version + 1, opted_out_at = (
     select min(s.provider_at) from suppressions s
     where s.client_id = $1 and s.contact_id = $2 and s.active and s.source <> all($3))
   where c.client_id = $1 and c.id = $2 and exists (select from gone) returning c.version`,
);

/** @returns the new version; null when none of these sources said anything */
export async function takeBackSuppressions(
  tx: TenantTx,
  contactId: string,
  sources: ReadonlyArray<Suppression['source']>,
): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(takeBack, [tx.clientId, contactId, sources]);
  return row?.version ?? null;
}
