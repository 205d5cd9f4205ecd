import type { TenantTx } from '../../../platform/db/sql.ts';
import { isUuid } from '../../../platform/ids.ts';
import { type ChangeBatch, listChangesSince, lockCursor, moveCursor } from './cursor-repo.ts';
import { insertCounts } from './insert-counts-repo.ts';
import { putReplies, putResolutions, setFailedReplies } from './put-times-repo.ts';
import { clearFigures, findFirstQuarter, putFigures } from './rebuild-repo.ts';

/** Changes in one transaction. */
const atOnce = 2_000;
/** Limits of a quarter of an hour in the database. */
const [earliest, never] = [-2_147_483_648, 2_147_483_647];

/**
 * Counts an account's changes since the cursor, exactly once: the cursor moves in the same transaction. Where there is
 * no position yet, or the change feed no longer reaches back that far, the account is counted from its messages.
 * @returns whether there is more
 */
export async function countChanges(tx: TenantTx, limit = atOnce): Promise<boolean> {
  const cursor = await lockCursor(tx);
  if (cursor === null) return false;
  const { pos, head } = cursor;
  if (pos === null) {
    await rebuild(tx, earliest);
    return true;
  }
  if (head <= pos) return false;
  const batch = await listChangesSince(tx, pos, limit);
  if (batch.first !== pos + 1 || batch.last === null) {
    // Of the time before the oldest message that is left, the figures cannot be had again.
    await rebuild(tx, (await findFirstQuarter(tx)) ?? never);
    return true;
  }
  await count(tx, batch);
  await moveCursor(tx, batch.last);
  return batch.n === limit;
}

async function rebuild(tx: TenantTx, fromQuarter: number): Promise<void> {
  await clearFigures(tx, fromQuarter);
  await putFigures(tx, fromQuarter);
}

async function count(tx: TenantTx, { messages, changed, events }: ChangeBatch): Promise<void> {
  const [added, noted, updated] = [messages.filter(isUuid), events.filter(isUuid), changed.filter(isUuid)];
  if (added.length + noted.length > 0) await insertCounts(tx, added, noted);
  if (added.length > 0) await putReplies(tx, added);
  if (updated.length > 0) await setFailedReplies(tx, updated);
  if (noted.length > 0) await putResolutions(tx, noted);
}
