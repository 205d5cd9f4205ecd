import { invalid } from '../errors.ts';
import { isUuid } from '../ids.ts';

/** An opaque page cursor from the sort values of the last row on the page. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * @param read parses the parts to a position, or returns null when they are not one
 * @returns null without a cursor
 * @throws AppError('validation_failed') for a cursor that is not from this list
 */
export function decodeCursor<T>(cursor: string | undefined, read: (parts: unknown[]) => T | null): T | null {
  if (cursor === undefined) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parts = null;
  }
  const position = Array.isArray(parts) ? read(parts) : null;
  if (position === null) throw invalid('cursor', 'This cursor is not valid for this list.');
  return position;
}

/** A position in a list from newest to oldest. */
export type TimePosition = { at: Date; id: string };

const newest: TimePosition = { at: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * The start of a page in a list from newest to oldest; without a cursor the first row.
 * @throws AppError('validation_failed') for a cursor that is not from such a list
 */
export function decodeTimeCursor(cursor: string | undefined): TimePosition {
  const position = decodeCursor(cursor, ([at, id]) =>
    typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
      ? { at: new Date(at), id }
      : null,
  );
  return position ?? newest;
}

/** A position in a list sorted by name. */
export type NamePosition = { name: string; id: string };

/**
 * The start of a page in a list sorted by name.
 * @returns null without a cursor
 * @throws AppError('validation_failed') for a cursor that is not from such a list
 */
export function decodeNameCursor(cursor: string | undefined): NamePosition | null {
  // PostgreSQL rejects NUL in a text.
  return decodeCursor(cursor, ([name, id]) =>
    typeof name === 'string' && !name.includes('\u0000') && typeof id === 'string' && isUuid(id) ? { name, id } : null,
  );
}

/**
 * One page of the rows read, and the cursor of the next page.
 * @param rows one more than `limit`, if there are that many
 * @param partsOf the sort values of a row
 */
export function pageOf<R>(
  rows: readonly R[],
  limit: number,
  partsOf: (row: R) => readonly (string | number)[],
): { shown: R[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = last === undefined || rows.length <= limit ? null : encodeCursor(partsOf(last));
  return { shown, next };
}

/** @param positionOf the stored time: a column with microseconds would lose the rows of the same millisecond */
export function timePage<R>(
  rows: readonly R[],
  limit: number,
  positionOf: (row: R) => TimePosition,
): { shown: R[]; next: string | null } {
  return pageOf(rows, limit, (row) => {
    const { at, id } = positionOf(row);
    return [at.toISOString(), id];
  });
}
