import type { TenantTx } from '../../../platform/db/sql.ts';
import { isUuid } from '../../../platform/ids.ts';
import { type ChangeBatch, listChangesSince, lockCursor, moveCursor } from './cursor-query-repo.ts';
import { insertCounts } from './insert-counts-query-repo.ts';
import { putReplies, putResolutions, setFailedReplies } from './put-times-query-repo.ts';
import { clearFigures, findFirstQuarter, findOwnProcess, putFigures } from './rebuild-query-repo.ts';

const atOnce = 2_000;
/** Limits of a quarter of an hour in the database. */
const [earliest, never] = [-2_147_483_648, 2_147_483_647];

export type CountOptions = {
  /** Changes in one transaction. */
  limit?: number;
  /** Told which process of the database counts an account from its messages, which may take minutes; null: the end. */
  onRebuild?(pid: number | null): void;
};

/**
 * Counts an account's changes since the cursor, exactly once: the cursor moves in the same transaction. Where there is
 * no position yet, or the change feed no longer reaches back that far, the account is counted from its messages.
 * @returns whether there is more
 */
export async function countChanges(tx: TenantTx, { limit = atOnce, onRebuild }: CountOptions = {}): Promise<boolean> {
  const cursor = await lockCursor(tx);
  if (cursor === null) return false;
  const { pos, head } = cursor;
  if (pos === null) {
    await rebuild(tx, earliest, onRebuild);
    return true;
  }
  if (head <= pos) return false;
  const batch = await listChangesSince(tx, pos, limit);
  if (batch.first !== pos + 1 || batch.last === null) {
    await rebuild(tx, null, onRebuild);
    return true;
  }
  await count(tx, batch);
  await moveCursor(tx, batch.last);
  return batch.n === limit;
}

/** @param from null: the oldest message that is left; figures of the time before cannot be had again */
async function rebuild(tx: TenantTx, from: number | null, onRebuild: CountOptions['onRebuild']): Promise<void> {
  onRebuild?.(await findOwnProcess(tx));
  try {
    const fromQuarter = from ?? (await findFirstQuarter(tx)) ?? never;
    await clearFigures(tx, fromQuarter);
    await putFigures(tx, fromQuarter);
  } finally {
    onRebuild?.(null);
  }
}

async function count(tx: TenantTx, { messages, changed, events }: ChangeBatch): Promise<void> {
  const [added, noted, updated] = [messages.filter(isUuid), events.filter(isUuid), changed.filter(isUuid)];
  if (added.length + noted.length > 0) await insertCounts(tx, added, noted);
  if (added.length > 0) await putReplies(tx, added);
  if (updated.length > 0) await setFailedReplies(tx, updated);
  if (noted.length > 0) await putResolutions(tx, noted);
}
