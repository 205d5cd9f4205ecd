import { minimumCacheBytes } from './cache.ts';
import { type ReadTransaction, rowBytesKey, type WriteTransaction } from './cache-schema.ts';

/** The size of everything that can be read again, and of each message window. */
export async function readUsage(transaction: ReadTransaction) {
  const uses = await transaction.objectStore('window_use').getAll();
  const rowBytes = Number((await transaction.objectStore('state').get(rowBytesKey)) ?? 0);
  return { uses, bytes: uses.reduce((sum, use) => sum + use.bytes, rowBytes) };
}

/** Deletes message windows until the budget is kept. */
export async function evict(transaction: WriteTransaction, budgetBytes: number): Promise<void> {
  const { bytes, uses } = await readUsage(transaction);
  for (const threadId of chooseEvictions(uses, bytes, budgetBytes)) {
    void transaction.objectStore('windows').delete(threadId);
    void transaction.objectStore('window_use').delete(threadId);
  }
}

/**
 * Message windows to evict so that the cache fits again: least recently used first, until `totalBytes` is at most the
 * budget. A budget below the minimum counts as the minimum.
 */
export function chooseEvictions(
  windows: readonly { threadId: string; bytes: number; usedAtMs: number }[],
  totalBytes: number,
  budgetBytes: number,
): string[] {
  let excess = totalBytes - Math.max(budgetBytes, minimumCacheBytes);
  const evicted: string[] = [];
  for (const window of windows.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (excess <= 0) break;
    excess -= window.bytes;
    evicted.push(window.threadId);
  }
  return evicted;
}
