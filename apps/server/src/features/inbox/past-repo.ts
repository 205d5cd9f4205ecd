import { nameKey } from '@parley/contract/names';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { hashRequest } from '../../platform/http/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { addChanges } from '../sync/public.ts';
import { changeThreadLabels, insertLabel, listLabels } from './label-repo.ts';

/* Notes and labels of conversations that come from another tool. They are history: nobody is told of them. */

export type PastNote = { id: string; thread_id: string; body: string; created_by: string; at: string };

const insertStatement = statement(
  'inbox.insert_past_notes',
  `insert into notes (client_id, id, thread_id, body, request_hash, created_by, created_at)
   select $1, x.id, x.thread_id, x.body, decode(x.hash, 'hex'), x.created_by, x.at
   from jsonb_to_recordset($2::jsonb) as x(id uuid, thread_id uuid, body text, hash text, created_by text, at timestamptz)
   on conflict do nothing returning id`,
);

/** @returns the ids of those that are new */
export async function insertPastNotes(tx: TenantTx, notes: readonly PastNote[]): Promise<string[]> {
  if (notes.length === 0) return [];
  const rows = notes.map((note) => ({
    ...note,
    hash: hashRequest([note.thread_id, note.body, [], []]).toString('hex'),
  }));
  return (await tx.rows<{ id: string }>(insertStatement, [tx.clientId, JSON.stringify(rows)])).map(({ id }) => id);
}

const deleteStatement = statement(
  'inbox.delete_past_notes',
  'delete from notes where client_id = $1 and id = any($2) returning id, version',
);

/** Deletes notes that an import brought, without a trace. */
export function deletePastNotes(tx: TenantTx, ids: readonly string[]): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(deleteStatement, [tx.clientId, ids]);
}

const mostLabels = 500;

/**
 * Adds labels by name to conversations, without a line of their activity; a missing one is made while there is room.
 * @returns names for which there was none
 */
export async function labelPast(
  tx: TenantTx,
  threads: ReadonlyArray<{ threadId: string; names: readonly string[] }>,
): Promise<string[]> {
  if (threads.every(({ names }) => names.length === 0)) return [];
  const labels = await listLabels(tx);
  const ids = new Map(labels.map(({ id, name }) => [nameKey(name), id]));
  const noRoom = new Set<string>();
  for (const name of new Set(threads.flatMap(({ names }) => names))) {
    const key = nameKey(name);
    if (ids.has(key)) continue;
    const id = newId();
    if (ids.size >= mostLabels || !(await insertLabel(tx, { id, name, color: 'grey' }))) {
      noRoom.add(name);
      continue;
    }
    ids.set(key, id);
    await addChanges(tx, [{ collection: 'labels', id, marker: 'NEW', version: 1 }]);
  }
  for (const { threadId, names } of threads) {
    const add = names.flatMap((name) => ids.get(nameKey(name)) ?? []);
    if (add.length > 0) await changeThreadLabels(tx, threadId, { add, remove: [] });
  }
  return [...noRoom];
}
