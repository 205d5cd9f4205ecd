import type { TenantTx } from '../../../platform/db/sql.ts';
import type { JobCode } from '../../../platform/jobs/runner.ts';
import { revertImportedContacts } from '../../contacts/public.ts';
import { deletePastNotes } from '../../inbox/public.ts';
import { deleteUnusedFiles, type MediaStorage, releaseMediaOf, removeObjects } from '../../media/public.ts';
import { deleteEmptyThreads, deleteMessages, lockImported, refreshThreadSummary } from '../../messaging/public.ts';
import { addChanges, type NewChange } from '../../sync/public.ts';
import { deleteUnusedReplies } from '../../templates/public.ts';
import { lockImport, takeMade, updateImport } from '../import-repo.ts';
import { publishContacts } from '../run/run-job.ts';
import { lockUnusedContacts } from './undo-query-repo.ts';

const batchSize = 500;

type Change = Omit<NewChange, 'clientId'>;

/** Deletes what an import brought; what belongs to something newer stays. */
export function undoHistory(storage: MediaStorage): JobCode {
  return {
    async run(job) {
      const id = job.payload['import_id'] ?? '';
      for (;;) {
        const batch = await job.transaction((tx) => undoBatch(tx, id));
        // Without their row the bytes are only space: a kill here leaves them to the cleanup of orphans.
        for (const fileId of batch.files) await removeObjects(storage, job.clientId, fileId);
        if (!batch.more) return undefined;
        if (job.isSliceOver()) return 'again';
      }
    },
    async onGiveUp(tx, payload, reason) {
      await updateImport(tx, payload['import_id'] ?? '', { state: 'done', error: `Undoing stopped: ${reason}` });
    },
  };
}

const ended = { more: false, files: [] as string[] };

async function undoBatch(tx: TenantTx, id: string): Promise<typeof ended> {
  const row = await lockImport(tx, id);
  if (row === null || row.state !== 'undoing') return ended;
  const messages = await lockImported(tx, id, batchSize);
  if (messages.length > 0) {
    const ids = messages.map((message) => message.id);
    const files = await deleteUnusedFiles(tx, await releaseMediaOf(tx, ids, []));
    await deleteMessages(tx, ids);
    const threads: Change[] = [];
    for (const threadId of new Set(messages.map(({ thread_id }) => thread_id))) {
      const version = await refreshThreadSummary(tx, threadId);
      if (version !== null) threads.push({ collection: 'threads', id: threadId, marker: 'MODIFIED', version });
    }
    const gone = messages.map(
      (one): Change => ({ collection: 'messages', id: one.id, marker: 'DELETED', version: one.version + 1 }),
    );
    await addChanges(tx, [...gone, ...threads]);
    await updateImport(tx, id, { done: Math.max(0, row.done - ids.length) });
    return { more: true, files };
  }
  const notes = await takeMade(tx, id, 'note', batchSize);
  if (notes.length > 0) {
    await publishDeleted(tx, 'notes', await deletePastNotes(tx, notes));
    return { more: true, files: [] };
  }
  const threads = await takeMade(tx, id, 'thread', batchSize);
  if (threads.length > 0) {
    await publishDeleted(tx, 'threads', await deleteEmptyThreads(tx, threads));
    return { more: true, files: [] };
  }
  const contacts = await takeMade(tx, id, 'contact', batchSize);
  if (contacts.length > 0) {
    const unused = await lockUnusedContacts(tx, contacts);
    await revertImportedContacts(
      tx,
      unused.map((contactId) => ({ id: contactId, before: null, list_ids: [] })),
    );
    return { more: true, files: [] };
  }
  const replies = await takeMade(tx, id, 'reply', batchSize);
  if (replies.length > 0) {
    await deleteUnusedReplies(tx, replies);
    return { more: true, files: [] };
  }
  await updateImport(tx, id, { state: 'undone', done: 0 });
  await publishContacts(tx);
  return ended;
}

async function publishDeleted(
  tx: TenantTx,
  collection: 'notes' | 'threads',
  rows: ReadonlyArray<{ id: string; version: number }>,
): Promise<void> {
  await addChanges(
    tx,
    rows.map(({ id, version }) => ({ collection, id, marker: 'DELETED' as const, version: version + 1 })),
  );
}
