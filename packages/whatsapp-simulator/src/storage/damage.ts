/** The exit code of a simulator whose database is damaged. */
export const damagedExitCode = 3;

// https://www.sqlite.org/rescode.html: SQLITE_CORRUPT and SQLITE_NOTADB, in the low byte of extended codes.
const damage = new Set([11, 26]);

/** Whether SQLite found its file damaged, anywhere in the causes of an error. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode } = error as { errcode?: unknown };
  return (typeof errcode === 'number' && damage.has(errcode & 0xff)) || isDamage(error.cause);
}
