import { ApiError } from '../../../../platform/errors.ts';

/** The server's message about an error; null when there is none. */
export function serverMessage(error: unknown): string | null {
  return error instanceof ApiError ? (error.data[0]?.msg ?? error.message) : null;
}
