import type { CacheBatch, DeviceCache } from './cache.ts';
import { rowBytesKey, type WriteTransaction } from './cache-schema.ts';
import type { Drafts } from './drafts.ts';
import type { Outbox } from './outbox.ts';
import { contactFieldsKey, contactQueueKey, noteQueueKey } from './outgoing.ts';
import { ofThreads } from './store.ts';

/** Deletes the message window and notes of every named thread, also of threads that this tab never read. */
export async function forgetRows(transaction: WriteTransaction, { forgotten }: CacheBatch): Promise<void> {
  const [windows, uses] = [transaction.objectStore('windows'), transaction.objectStore('window_use')];
  await Promise.all(forgotten.flatMap((threadId) => [windows.delete(threadId), uses.delete(threadId)]));
  const [rows, state] = [transaction.objectStore('rows'), transaction.objectStore('state')];
  let rowBytes = Number((await state.get(rowBytesKey)) ?? 0);
  for (const collection of ofThreads) {
    for (const existing of await rows.getAll(IDBKeyRange.bound([collection], [collection, []]))) {
      if (!forgotten.includes((existing.row as { thread_id: string } | null)?.thread_id ?? '')) continue;
      rowBytes -= existing.bytes;
      await rows.delete([existing.collection, existing.id]);
    }
  }
  await state.put(rowBytes, rowBytesKey);
}

/**
 * Deletes drafts and what is queued of an erased contact or of one of their threads.
 * @throws errors of the device's database
 */
export async function forgetTyped(
  id: string,
  { drafts, outbox }: { drafts: Drafts; outbox: Outbox },
  cache: DeviceCache,
): Promise<void> {
  for (const name of [id, noteQueueKey(id), contactQueueKey(id), contactFieldsKey(id)]) {
    await drafts.put(name, '', null);
    // Another tab may have created one that this one does not know.
    await cache.removeDraft(name);
  }
  const waiting = [...outbox.ofThread(id), ...outbox.notesOf(id), ...outbox.ofContact(id)];
  for (const entry of waiting) await outbox.discard(entry.id);
}
