/**
 * A reason why the embedded PostgreSQL cannot run that its operator can fix. The message is one line with the folder
 * or user concerned and the fix; print it without a stack.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** The `code` of a Node system error (`ENOENT`, `EACCES`, …), or undefined for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
