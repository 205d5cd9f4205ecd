import { ApiError } from '../../../platform/errors.ts';

/** What the server said is wrong, in its words; null when it said nothing. */
export function serverWords(error: unknown): string | null {
  return error instanceof ApiError ? (error.data[0]?.msg ?? error.message) : null;
}
