import { statement, type TenantTx } from '../../platform/db/sql.ts';

type Versions = Array<{ id: string; version: number }>;

const merge = statement(
  'inbox.merge_notes',
  `with moved as (
     update notes set thread_id = $3, version = version + 1 where client_id = $1 and thread_id = $2 returning id, version
   ), mentions as (
     update note_mentions x set thread_id = $3 from moved m where x.client_id = $1 and x.note_id = m.id
   )
   select id, version from moved`,
);

/** Moves the internal notes of a thread, with their mentions, to another thread. @returns them */
export function mergeNotes(tx: TenantTx, from: string, into: string): Promise<Versions> {
  return tx.rows(merge, [tx.clientId, from, into]);
}

const unmerge = statement(
  'inbox.return_notes',
  `with moved as (
     update notes n set thread_id = $2, version = n.version + 1 from unnest($4::uuid[]) as x(id)
     where n.client_id = $1 and n.id = x.id and n.thread_id = $3
     returning n.id, n.version
   ), mentions as (
     update note_mentions x set thread_id = $2 from moved m where x.client_id = $1 and x.note_id = m.id
   )
   select id, version from moved`,
);

/** Moves notes back to their thread; notes written since then stay. @returns the moved notes */
export async function unmergeNotes(
  tx: TenantTx,
  thread: { id: string; from: string },
  noteIds: readonly string[],
): Promise<Versions> {
  return noteIds.length === 0 ? [] : tx.rows(unmerge, [tx.clientId, thread.id, thread.from, noteIds]);
}

const remove = statement(
  'inbox.delete_notes_of_threads',
  'delete from notes where client_id = $1 and thread_id = any($2)',
);
/** Deletes the internal notes of threads, with their mentions. @returns the number of deleted notes */
export function deleteNotesOf(tx: TenantTx, threadIds: readonly string[]): Promise<number> {
  return tx.run(remove, [tx.clientId, threadIds]);
}
