import type { Suppression } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

export type SuppressionRow = Omit<Suppression, 'since'> & { since: Date };

const ofContact = statement(
  'contacts.list_suppressions',
  `select source, scope, note, detail, created_by, provider_at as since from suppressions
   where client_id = $1 and contact_id = $2 and active order by provider_at, source`,
);

/** Active suppressions of a contact, oldest first. */
export function listSuppressions(tx: TenantTx, contactId: string): Promise<SuppressionRow[]> {
  return tx.rows(ofContact, [tx.clientId, contactId]);
}

const byHand = statement(
  'contacts.suppress_manually',
  `with changed as (
     insert into suppressions (client_id, contact_id, source, active, provider_at, scope, note, created_by)
     values ($1, $2, 'manual', true, now(), $3, $4, $5)
     on conflict (client_id, contact_id, source) do update set active = true, scope = excluded.scope, note = excluded.note,
       created_by = excluded.created_by, received_at = now(),
       provider_at = case when suppressions.active then suppressions.provider_at else excluded.provider_at end
   )
   update contacts set opted_out_at = coalesce(opted_out_at, now()), updated_at = now(), version = version + 1
   where client_id = $1 and id = $2 returning version`,
);

/** Suppresses a contact manually. @returns its new version */
export async function suppressManually(
  tx: TenantTx,
  contactId: string,
  input: { scope: Suppression['scope']; note: string | null; author: string },
): Promise<number> {
  const values = [tx.clientId, contactId, input.scope, input.note, input.author];
  const [row] = await tx.rows<{ version: number }>(byHand, values);
  if (row === undefined) throw new Error('a locked contact is gone');
  return row.version;
}

const takeBack = statement(
  'contacts.lift_suppressions',
  `with gone as (
     update suppressions set active = false, received_at = now()
     where client_id = $1 and contact_id = $2 and active and source = any($3) returning source
   )
   update contacts c set updated_at = now(), version = c.version + 1, opted_out_at = (
     select min(s.provider_at) from suppressions s
     where s.client_id = $1 and s.contact_id = $2 and s.active and s.source <> all($3))
   where c.client_id = $1 and c.id = $2 and exists (select from gone) returning c.version`,
);

/** Lifts suppressions of the given sources. @returns the new version; null when there was none */
export async function liftSuppressions(
  tx: TenantTx,
  contactId: string,
  sources: ReadonlyArray<Suppression['source']>,
): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(takeBack, [tx.clientId, contactId, sources]);
  return row?.version ?? null;
}

const lockStatement = statement(
  'contacts.lock_opt_out',
  `select c.opted_out_at is not null as opted_out, exists (select from suppressions s
     where s.client_id = $1 and s.contact_id = $2 and s.source = 'keyword' and s.active) as by_keyword
   from contacts c where c.client_id = $1 and c.id = $2 for no key update of c`,
);

/** Whether a contact opted out, and by a keyword; the contact is locked until commit. */
export async function lockOptOut(
  tx: Executor,
  clientId: string,
  contactId: string,
): Promise<{ opted_out: boolean; by_keyword: boolean }> {
  const [row] = await tx.rows<{ opted_out: boolean; by_keyword: boolean }>(lockStatement, [clientId, contactId]);
  return row ?? { opted_out: false, by_keyword: false };
}

// The times of messages are whole seconds: of two keywords in one, the one that came later counts.
const suppressStatement = statement(
  'contacts.set_suppression',
  `with changed as (
     insert into suppressions as s (client_id, contact_id, source, active, detail, provider_at)
     select $1, c.id, $3, $4, $5, $6 from contacts c where c.client_id = $1 and c.id = $2
     on conflict (client_id, contact_id, source) do update set active = excluded.active, detail = excluded.detail,
       provider_at = excluded.provider_at, received_at = now()
     where s.provider_at < excluded.provider_at
       or (s.provider_at = excluded.provider_at and s.source = 'keyword' and s.active <> excluded.active)
     returning client_id, contact_id
   ), others as (
     select min(o.provider_at) as since from suppressions o
     where o.client_id = $1 and o.contact_id = $2 and o.source <> $3 and o.active
   )
   update contacts c set
     opted_out_at = case when $4 then coalesce(c.opted_out_at, $6) else (select since from others) end,
     version = c.version + 1
   from changed t where c.client_id = t.client_id and c.id = t.contact_id
   returning c.version`,
);

/**
 * Stores that a contact opted out of marketing, or opted in again.
 * @returns the contact's new version; null when it was stored before
 */
export async function setSuppression(
  tx: Executor,
  input: {
    clientId: string;
    contactId: string;
    source: 'platform' | 'provider' | 'keyword';
    active: boolean;
    detail: string | null;
    at: Date;
  },
): Promise<number | null> {
  const values = [input.clientId, input.contactId, input.source, input.active, input.detail, input.at];
  const [row] = await tx.rows<{ version: number }>(suppressStatement, values);
  return row?.version ?? null;
}
