import { invalid } from '../errors.ts';
import { isUuid } from '../ids.ts';

/** An opaque page cursor from the sort values of the last row shown. */
export function writeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * @param read makes the position of the parts, or null when they are not such a position
 * @returns null without a cursor
 * @throws AppError('validation_failed') for a cursor that this list did not give
 */
export function readCursor<T>(cursor: string | undefined, read: (parts: unknown[]) => T | null): T | null {
  if (cursor === undefined) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parts = null;
  }
  const position = Array.isArray(parts) ? read(parts) : null;
  if (position === null) throw invalid('cursor', 'This is not a cursor of this list.');
  return position;
}

/** A place in a list that goes from new to old. */
export type TimePosition = { at: Date; id: string };

const newest: TimePosition = { at: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * Where a page of a list from new to old begins; without a cursor before its first row.
 * @throws AppError('validation_failed') for a cursor that such a list did not give
 */
export function readTimeCursor(cursor: string | undefined): TimePosition {
  const position = readCursor(cursor, ([at, id]) =>
    typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
      ? { at: new Date(at), id }
      : null,
  );
  return position ?? newest;
}

/**
 * One page of what was read, and where the next begins.
 * @param rows one more than `limit`, if there are so many
 * @param positionOf its time as the column holds it: one that counts microseconds would lose the rows of the same millisecond
 */
export function timePage<R>(
  rows: readonly R[],
  limit: number,
  positionOf: (row: R) => TimePosition,
): { shown: R[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (last === undefined || rows.length <= limit) return { shown, next: null };
  const { at, id } = positionOf(last);
  return { shown, next: writeCursor([at.toISOString(), id]) };
}
