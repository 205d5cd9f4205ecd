/** A row in the store; `row: null` is a deletion, so that an older event cannot restore the row. */
export type VersionedRow<T> = { version: number; row: T | null };

/** Rows of one collection by id. */
export type RowTable<T> = Map<string, VersionedRow<T>>;

/**
 * Whether a row is newer than another of its id. A thread's row contains its last message, whose status changes
 * without the thread: then that message's version decides.
 */
export function isNewer(row: VersionedRow<unknown>, known: VersionedRow<unknown>): boolean {
  if (row.version !== known.version) return row.version > known.version;
  return lastMessageVersion(row) > lastMessageVersion(known);
}

function lastMessageVersion({ row }: VersionedRow<unknown>): number {
  const { last_message: message } = (row ?? {}) as { last_message?: { version: number } | null };
  return message?.version ?? 0;
}

/**
 * Puts a row or deletion into a table unless the table has it as new or newer. Events may come twice and in any
 * order, so the version alone decides.
 * @returns whether the table changed
 */
export function putRow<T>(table: RowTable<T>, id: string, version: number, row: T | null): boolean {
  const known = table.get(id);
  const next = { version, row };
  if (known !== undefined && !isNewer(next, known)) return false;
  table.set(id, next);
  return true;
}

/** The existing row with this id, or undefined. */
export function rowOf<T>(table: RowTable<T>, id: string): T | undefined {
  return table.get(id)?.row ?? undefined;
}

/** All existing rows, in no particular order. */
export function existingRows<T>(table: RowTable<T>): T[] {
  const rows: T[] = [];
  for (const known of table.values()) if (known.row !== null) rows.push(known.row);
  return rows;
}
