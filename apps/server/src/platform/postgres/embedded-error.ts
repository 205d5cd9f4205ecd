/**
 * A reason why the embedded PostgreSQL cannot run which its operator can act on. The message is one line, names the
 * folder or user concerned and what mends it; print it without a stack.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** The `code` of a Node system error (`ENOENT`, `EACCES`, …), or undefined for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
