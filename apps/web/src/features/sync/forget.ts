import type { Note } from '@parley/contract/types';
import type { CacheBatch, DeviceCache } from './cache.ts';
import { rowBytesKey, type WriteTransaction } from './cache-schema.ts';
import type { Drafts } from './drafts.ts';
import type { Outbox } from './outbox.ts';
import { noteLane } from './outbox-entry.ts';

/** Of every thread named, its stretch and its notes, also those that this tab never read. */
export async function forgetRows(transaction: WriteTransaction, { forgotten }: CacheBatch): Promise<void> {
  const [windows, uses] = [transaction.objectStore('windows'), transaction.objectStore('window_use')];
  await Promise.all(forgotten.flatMap((threadId) => [windows.delete(threadId), uses.delete(threadId)]));
  const [rows, state] = [transaction.objectStore('rows'), transaction.objectStore('state')];
  let rowBytes = Number((await state.get(rowBytesKey)) ?? 0);
  for (const held of await rows.getAll(IDBKeyRange.bound(['notes'], ['notes', []]))) {
    if (!forgotten.includes((held.row as Note | null)?.thread_id ?? '')) continue;
    rowBytes -= held.bytes;
    await rows.delete([held.collection, held.id]);
  }
  await state.put(rowBytes, rowBytesKey);
}

/** What somebody began to write in a thread whose person was erased, sent or not. @throws what the device's database says */
export async function forgetTyped(
  threadId: string,
  { drafts, outbox }: { drafts: Drafts; outbox: Outbox },
  cache: DeviceCache,
): Promise<void> {
  for (const name of [threadId, noteLane(threadId)]) {
    await drafts.put(name, '', null);
    // Another tab may have begun one that this one does not know.
    await cache.removeDraft(name);
  }
  for (const { id } of [...outbox.ofThread(threadId), ...outbox.notesOf(threadId)]) await outbox.discard(id);
}
