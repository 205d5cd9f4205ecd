import type { MergeCause, MergeSkipped } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const insert = statement(
  'duplicates.insert_merge',
  `insert into contact_merges (client_id, id, contact_id, merged_ids, cause, created_by, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (client_id, id) do nothing`,
);
/** @returns false when the id is taken */
export async function insertMerge(
  tx: TenantTx,
  row: {
    id: string;
    contactId: string;
    mergedIds: readonly string[];
    cause: MergeCause;
    author: string;
    requestHash: Buffer;
  },
): Promise<boolean> {
  const { id, contactId, mergedIds, cause, author, requestHash } = row;
  return (await tx.run(insert, [tx.clientId, id, contactId, mergedIds, cause, author, requestHash])) === 1;
}

const keepUndo = statement(
  'duplicates.write_undo',
  'update contact_merges set undo = $3::jsonb where client_id = $1 and id = $2',
);
export async function writeUndo(tx: TenantTx, id: string, undo: object): Promise<void> {
  await tx.run(keepUndo, [tx.clientId, id, JSON.stringify(undo)]);
}

const end = statement(
  'duplicates.end_merge',
  `with places as (delete from contact_merge_messages where client_id = $1 and merge_id = $2),
     note_places as (delete from contact_merge_notes where client_id = $1 and merge_id = $2)
   update contact_merges set undone_at = now(), undone_by = $3, kept = $4::jsonb, undo = null
   where client_id = $1 and id = $2`,
);
/** Ends a merge that was undone, and forgets where its messages and notes came from. */
export async function endMerge(tx: TenantTx, id: string, author: string, kept: readonly MergeSkipped[]): Promise<void> {
  await tx.run(end, [tx.clientId, id, author, JSON.stringify(kept)]);
}

const laterOf = statement(
  'duplicates.has_later_merge',
  `select 1 from contact_merges l join contact_merges m on m.client_id = $1 and m.id = $2
   where l.client_id = $1 and l.contact_id = m.contact_id and l.undone_at is null and l.undo is not null
     and (l.created_at, l.id) > (m.created_at, m.id) limit 1`,
);
/** Whether a later merge into the same contact has to be undone first. */
export async function hasLaterMerge(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.rows(laterOf, [tx.clientId, id])).length > 0;
}

const recordMessages = statement(
  'duplicates.record_moved_messages',
  `insert into contact_merge_messages (client_id, merge_id, message_id, thread_id)
   select $1, $2, id, $3 from unnest($4::uuid[]) as x(id)`,
);
/** Remembers which messages came from a thread, so that undo can give them back. */
export async function recordMovedMessages(
  tx: TenantTx,
  mergeId: string,
  threadId: string,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length > 0) await tx.run(recordMessages, [tx.clientId, mergeId, threadId, messageIds]);
}

const movedMessages = statement(
  'duplicates.list_moved_messages',
  'select message_id as id from contact_merge_messages where client_id = $1 and merge_id = $2 and thread_id = $3',
);
/** Messages that a merge took from a thread. */
export async function listMovedMessages(tx: TenantTx, mergeId: string, threadId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(movedMessages, [tx.clientId, mergeId, threadId]);
  return rows.map(({ id }) => id);
}

const recordNotes = statement(
  'duplicates.record_moved_notes',
  `insert into contact_merge_notes (client_id, merge_id, note_id, thread_id)
   select $1, $2, id, $3 from unnest($4::uuid[]) as x(id)`,
);
/** Remembers which internal notes came from a thread. */
export async function recordMovedNotes(
  tx: TenantTx,
  mergeId: string,
  threadId: string,
  noteIds: readonly string[],
): Promise<void> {
  if (noteIds.length > 0) await tx.run(recordNotes, [tx.clientId, mergeId, threadId, noteIds]);
}

const movedNotes = statement(
  'duplicates.list_moved_notes',
  'select note_id as id from contact_merge_notes where client_id = $1 and merge_id = $2 and thread_id = $3',
);
/** Internal notes that a merge took from a thread. */
export async function listMovedNotes(tx: TenantTx, mergeId: string, threadId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(movedNotes, [tx.clientId, mergeId, threadId]);
  return rows.map(({ id }) => id);
}

const expire = statement(
  'duplicates.expire_undo',
  `with old as materialized (
     select client_id, id, merged_ids from contact_merges
     where undo is not null and created_at < now() - interval '30 days' order by created_at limit 2000
   ), messages as (
     delete from contact_merge_messages x using old o where x.client_id = o.client_id and x.merge_id = o.id
   ), notes as (
     delete from contact_merge_notes x using old o where x.client_id = o.client_id and x.merge_id = o.id
   )
   update contact_merges m set undo = null from old o where m.client_id = o.client_id and m.id = o.id
   returning m.client_id, m.merged_ids`,
);
/** Forgets how to undo merges older than thirty days; the merges themselves stay listed. @returns the contacts they took over */
export async function expireUndo(tx: Executor): Promise<Array<{ clientId: string; id: string }>> {
  const rows = await tx.rows<{ client_id: string; merged_ids: string[] }>(expire);
  return rows.flatMap(({ client_id: clientId, merged_ids: ids }) => ids.map((id) => ({ clientId, id })));
}

const merges = statement(
  'duplicates.erase_from_merges',
  `with nobody as (
     delete from contact_merges where client_id = $1 and merged_ids <@ $2 and contact_id <> all($2)
   )
   update contact_merges g set undo = null,
     merged_ids = array(select id from unnest(g.merged_ids) with ordinality x(id, ord) where id <> all($2) order by ord),
     kept = (select jsonb_agg(case when k->>'what' = 'contact' then jsonb_set(k, '{name}', 'null') else k end order by ord)
       from jsonb_array_elements(g.kept) with ordinality x(k, ord))
   where g.client_id = $1 and g.merged_ids && $2 and not g.merged_ids <@ $2 and g.contact_id <> all($2)`,
);
/** Erases contacts from merges that were undone. */
export async function eraseFromMerges(tx: TenantTx, contactIds: readonly string[]): Promise<void> {
  await tx.run(merges, [tx.clientId, contactIds]);
}
