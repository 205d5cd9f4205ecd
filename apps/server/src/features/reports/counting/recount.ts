import type { TenantTx } from '../../../platform/db/sql.ts';
import { insertReopenings, putCounted } from './counted-query-repo.ts';
import type { Recount } from './cursor-query-repo.ts';
import { insertCounts } from './insert-counts-query-repo.ts';
import { putCharges } from './put-charges-query-repo.ts';
import { putReplies, putResolutions } from './put-times-query-repo.ts';
import {
  clearFigures,
  endRecountOf,
  findFirstQuarter,
  listStoredEvents,
  listStoredMessages,
  moveRecount,
  startRecount,
} from './recount-query-repo.ts';

/** Limits of a quarter of an hour in the database. */
const [earliest, never] = [-2_147_483_648, 2_147_483_647];

/**
 * Clears an account's figures, to count what is stored by slices. What the feed brings meanwhile counts once:
 * messages are marked.
 * @param all otherwise from the oldest message that is left; figures of the time before cannot be had again
 */
export async function beginRecount(tx: TenantTx, pos: number, all: boolean): Promise<void> {
  const fromQuarter = all ? earliest : ((await findFirstQuarter(tx)) ?? never);
  await clearFigures(tx, fromQuarter);
  await startRecount(tx, pos, fromQuarter);
}

/** Counts the next slice of a recount; the place up to which it is done moves in the same transaction. */
export async function recountSlice(tx: TenantTx, cursor: Recount, limit: number): Promise<void> {
  const { recount, recounted_id: after } = cursor;
  if (recount === null) return;
  const rows = recount === 'messages' ? await countMessages(tx, after, limit) : await countEvents(tx, cursor, limit);
  const last = rows.at(-1);
  if (last !== undefined) await moveRecount(tx, last.id, rows.length);
  if (rows.length < limit) await endRecountOf(tx, recount);
}

async function countMessages(tx: TenantTx, after: string, limit: number): Promise<{ id: string }[]> {
  const rows = await listStoredMessages(tx, after, limit);
  const fresh = await putCounted(
    tx,
    rows.map(({ id }) => id),
  );
  if (fresh.length > 0) await insertCounts(tx, fresh, [], false);
  const replies = rows.flatMap(({ id, outgoing }) => (outgoing ? [id] : []));
  if (replies.length > 0) {
    await putReplies(tx, replies, false);
    await putCharges(tx, replies);
  }
  return rows;
}

async function countEvents(tx: TenantTx, cursor: Recount, limit: number): Promise<{ id: string }[]> {
  const rows = await listStoredEvents(tx, cursor.recounted_id, limit, cursor.recount_from);
  const events = rows.flatMap(({ id, counts }) => (counts ? [id] : []));
  const fresh = await insertReopenings(tx, events);
  if (fresh.length > 0) await insertCounts(tx, [], fresh, false);
  if (events.length > 0) await putResolutions(tx, events, false);
  return rows;
}
