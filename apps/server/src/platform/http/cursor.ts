import { invalid } from '../errors.ts';

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
