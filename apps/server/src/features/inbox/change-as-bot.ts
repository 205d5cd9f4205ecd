import type { TenantTx } from '../../platform/db/sql.ts';
import { hashRequest } from '../../platform/http/idempotency.ts';
import { changeThread } from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { changeThreadLabels } from './label-repo.ts';
import { insertNote } from './note-repo.ts';
import { useStage } from './stage-repo.ts';

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

/** Moves a conversation to a stage, with the state of the stage; one that was deleted changes nothing. */
export async function moveToStage(tx: TenantTx, threadId: string, id: string | null, author: string): Promise<void> {
  const stage = id === null ? null : await useStage(tx, id);
  if (stage === null) return;
  const change = { stageId: stage.id, state: stage.closes ? ('DONE' as const) : ('ACTIVE' as const) };
  await addChanges(tx, (await changeThread(tx, threadId, change, author)) ?? []);
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
