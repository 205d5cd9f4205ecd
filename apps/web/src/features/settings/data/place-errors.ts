import { ApiError } from '../../../platform/errors.ts';

/**
 * The server's messages by the field that shows them.
 * @param fields paths; one also shows the errors of the values in it
 */
export function placeErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  const placed: Record<string, string> = {};
  if (!(error instanceof ApiError)) return placed;
  for (const { field, msg } of error.data) {
    const place = fields.find((one) => field === one || field.startsWith(`${one}.`));
    if (place !== undefined) placed[place] ??= msg;
  }
  return placed;
}
