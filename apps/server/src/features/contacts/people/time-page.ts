import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts';
import { isUuid } from '../../../platform/ids.ts';
import { fromLatest, type TimePosition } from '../query/activity-repo.ts';

/** The position of a cursor in a list from newest to oldest; without a cursor the start. */
export function readTimePosition(cursor: string | undefined): TimePosition {
  const position = decodeCursor(cursor, ([key, id]) =>
    typeof key === 'string' && /^\d{4}-[\d: .+-]+$/.test(key) && typeof id === 'string' && isUuid(id)
      ? { key, id }
      : null,
  );
  return position ?? fromLatest;
}

/** One page of rows and the cursor of the next page. @param rows one more than `limit`, if there are that many */
export function timePage<R extends { id: string; key: string }>(
  rows: readonly R[],
  limit: number,
): { shown: R[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next_cursor: rows.length > limit && last !== undefined ? encodeCursor([last.key, last.id]) : null };
}
