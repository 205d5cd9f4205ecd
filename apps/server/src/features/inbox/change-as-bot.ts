import type { TenantTx } from '../../platform/db/sql.ts';
import { hashRequest } from '../../platform/http/idempotency.ts';
import { changeThread } from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { changeThreadLabels } from './label-repo.ts';
import { insertNote } from './note-repo.ts';

/** Sets and removes labels of a conversation, as a line of its activity. */
export async function labelThread(
  tx: TenantTx,
  threadId: string,
  labels: { add: readonly string[]; remove: readonly string[] },
  author: string,
): Promise<void> {
  const { added, removed } = await changeThreadLabels(tx, threadId, labels);
  if (added.length + removed.length === 0) return;
  const changes = await changeThread(tx, threadId, {}, author, [
    { kind: 'labels_changed', detail: { added, removed } },
  ]);
  await addChanges(tx, changes ?? []);
}

/** An internal note that mentions nobody, once for each id. */
export async function addNote(
  tx: TenantTx,
  note: { id: string; threadId: string; body: string },
  author: string,
): Promise<void> {
  const { id, threadId, body } = note;
  const hash = hashRequest([threadId, body, [], []]);
  const created = await insertNote(tx, {
    ...{ id, body, thread_id: threadId, user_ids: [], group_ids: [] },
    ...{ request_hash: hash, created_by: author },
  });
  if (created) await addChanges(tx, [{ collection: 'notes', id, marker: 'NEW', version: 1 }]);
}
