import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { ExistingContact } from '../check/row-rules.ts';

export type FoundContact = ExistingContact & {
  key: string;
  id: string;
  phone_number: string | null;
  trashed: boolean;
  /** The number has another owner by now. */
  retired: boolean;
  /** The import has dealt with this contact already. */
  alreadyWritten: boolean;
  /** Everything an undo puts back. */
  previous: Record<string, unknown>;
};

/** In the form of times in JSON, so that texts compare as times do. */
const liftedAt = `(select to_char(max(s.received_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from shared_suppressions s
    where s.client_id = $1 and s.contact_id = c.id and not s.active) as lifted_at`;
const columns = `i.key, c.id, c.name, c.phone_number, c.custom_fields, c.opted_in_at::text, c.opt_in_source,
  c.opted_out_at::text, ${liftedAt},
  c.deleted_at is not null as trashed, i.retired_at is not null as retired`;
const before = `jsonb_build_object('name', c.name, 'custom_fields', c.custom_fields, 'opted_in_at', c.opted_in_at, 'opt_in_source',
  c.opt_in_source, 'opted_out_at', c.opted_out_at, 'deleted_at', c.deleted_at, 'deletion_id', c.deletion_id, 'trashed_list_ids', c.trashed_list_ids) as previous`;

const look = statement(
  'imports.find_targets',
  `select ${columns}, false as "alreadyWritten", '{}'::jsonb as previous from shared_contact_identities i
   join shared_contacts c on c.client_id = i.client_id and c.id = i.contact_id
   where i.client_id = $1 and i.kind = 'phone' and i.key = any($2)`,
);
const lockStatement = statement(
  'imports.lock_targets',
  `with wanted as materialized (
     select key, contact_id, retired_at from shared_contact_identities
     where client_id = $1 and kind = 'phone' and key = any($2) order by contact_id
   )
   select i.key, c.*, i.retired_at is not null as retired, exists (select from import_changes x
     where x.client_id = $1 and x.import_id = $3 and x.contact_id = c.id) as "alreadyWritten"
   from wanted i cross join lateral (
     select c.id, c.name, c.phone_number, c.custom_fields, c.opted_in_at::text, c.opt_in_source,
       c.opted_out_at::text, ${liftedAt}, c.deleted_at is not null as trashed, ${before}
     from shared_contacts c where c.client_id = $1 and c.id = i.contact_id for no key update) c`,
);

/** Contacts by match keys of numbers, trash included. */
export function findImportTargets(tx: TenantTx, keys: readonly string[]): Promise<FoundContact[]> {
  return tx.rows(look, [tx.clientId, keys]);
}

/** Locks the same contacts in the order of ids. */
export function lockImportTargets(tx: TenantTx, importId: string, keys: readonly string[]): Promise<FoundContact[]> {
  return tx.rows(lockStatement, [tx.clientId, keys, importId]);
}
