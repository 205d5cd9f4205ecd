import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/*
 * Reads contacts with their threads and notes: undo skips a contact that changed since the import, and one that the import
 * created and that has a conversation or a note by now.
 */
const lockNext = statement(
  'imports.lock_next_to_undo',
  `with chosen as materialized (
     select contact_id, previous, version, list_ids from import_changes
     where client_id = $1 and import_id = $2 and not kept order by contact_id limit $3
   )
   select x.contact_id as id, x.previous as "before", x.list_ids, c.id is not null and c.version = x.version
       and (x.previous is not null or not exists (select from shared_threads t where t.client_id = $1 and t.contact_id = x.contact_id)
         and not exists (select from shared_contact_notes n where n.client_id = $1 and n.contact_id = x.contact_id)) as unchanged
   from chosen x left join lateral (
     select c.id, c.version from shared_contacts c where c.client_id = $1 and c.id = x.contact_id for update of c) c on true
   order by x.contact_id`,
);

export type UndoCandidate = {
  id: string;
  before: Record<string, unknown> | null;
  list_ids: string[];
  /** As the import left it. */
  unchanged: boolean;
};

/** Locks the next contacts that an import changed. */
export function lockNextToUndo(tx: TenantTx, importId: string, limit: number): Promise<UndoCandidate[]> {
  return tx.rows(lockNext, [tx.clientId, importId, limit]);
}
