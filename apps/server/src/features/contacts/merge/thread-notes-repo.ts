import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { Versions } from './thread-repo.ts';

const join = statement(
  'notes_merge_join',
  `with moved as (
     update notes set thread_id = $3, version = version + 1 where client_id = $1 and thread_id = $2 returning id, version
   ), noted as (
     insert into contact_merge_notes (client_id, merge_id, note_id, thread_id) select $1, $4, id, $2 from moved
   ), mentions as (
     update note_mentions x set thread_id = $3 from moved m where x.client_id = $1 and x.note_id = m.id
   )
   select id, version from moved`,
);

/** Internal notes of a conversation, and whom they name, go to another. @returns them */
export function joinNotes(tx: TenantTx, mergeId: string, from: string, into: string): Promise<Versions> {
  return tx.rows(join, [tx.clientId, from, into, mergeId]);
}

const part = statement(
  'notes_merge_part',
  `with moved as (
     update notes n set thread_id = $3, version = n.version + 1 from contact_merge_notes c
     where c.client_id = $1 and c.merge_id = $2 and c.thread_id = $3 and n.client_id = $1 and n.id = c.note_id
       and n.thread_id = $4
     returning n.id, n.version
   ), mentions as (
     update note_mentions x set thread_id = $3 from moved m where x.client_id = $1 and x.note_id = m.id
   )
   select id, version from moved`,
);

/** The notes that came from a conversation go back to it; what was written since stays. @returns them */
export function partNotes(tx: TenantTx, mergeId: string, thread: string, from: string): Promise<Versions> {
  return tx.rows(part, [tx.clientId, mergeId, thread, from]);
}
