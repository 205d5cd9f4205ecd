import type { TenantTx } from '../../../platform/db/sql.ts';
import { isUuid } from '../../../platform/ids.ts';
import { insertReopenings, putCounted } from './counted-query-repo.ts';
import { type ChangeBatch, listChangesSince, lockCursor, moveCursor } from './cursor-query-repo.ts';
import { insertCounts } from './insert-counts-query-repo.ts';
import { putCharges } from './put-charges-query-repo.ts';
import { putReplies, putResolutions, setFailedReplies } from './put-times-query-repo.ts';
import { beginRecount, recountSlice } from './recount.ts';

/** Changes, or messages of a recount, in one transaction. */
const atOnce = 2_000;

/**
 * Counts an account's changes since the cursor, which moves in the same transaction, and the next slice of a recount.
 * Where there is no position yet, or the change feed no longer reaches back that far, a recount begins.
 * @returns whether there is more
 */
export async function countChanges(tx: TenantTx, limit = atOnce): Promise<boolean> {
  const cursor = await lockCursor(tx);
  if (cursor === null) return false;
  const { pos, head } = cursor;
  if (pos === null) {
    await beginRecount(tx, head, true);
    return true;
  }
  const batch = head > pos ? await listChangesSince(tx, pos, limit) : null;
  if (batch !== null) {
    if (batch.first !== pos + 1 || batch.last === null) {
      await beginRecount(tx, head, false);
      return true;
    }
    await count(tx, batch);
    await moveCursor(tx, batch.last);
  }
  await recountSlice(tx, cursor, limit);
  return batch?.n === limit || cursor.recount !== null;
}

async function count(tx: TenantTx, { messages, changed, events }: ChangeBatch): Promise<void> {
  const [added, noted, updated] = [messages.filter(isUuid), events.filter(isUuid), changed.filter(isUuid)];
  const fresh = added.length > 0 ? await putCounted(tx, added) : [];
  const reopened = noted.length > 0 ? await insertReopenings(tx, noted) : [];
  if (fresh.length + reopened.length > 0) await insertCounts(tx, fresh, reopened, true);
  if (added.length > 0) await putReplies(tx, added, true);
  if (updated.length > 0) {
    await setFailedReplies(tx, updated);
    await putCharges(tx, updated);
  }
  if (noted.length > 0) await putResolutions(tx, noted, true);
}
