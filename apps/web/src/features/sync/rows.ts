/** A row as the store holds it; `row: null` remembers a deletion, so that an older event cannot bring the row back. */
export type HeldRow<T> = { version: number; row: T | null };

/** Rows of one collection by id. */
export type RowTable<T> = Map<string, HeldRow<T>>;

/**
 * Puts one row or deletion into a table unless the table already knows this version or a newer one.
 * Events may come twice and in any order, so the version alone decides.
 * @returns whether the table changed
 */
export function putRow<T>(table: RowTable<T>, id: string, version: number, row: T | null): boolean {
  const held = table.get(id);
  if (held !== undefined && held.version >= version) return false;
  table.set(id, { version, row });
  return true;
}

/** The living row with this id, or undefined. */
export function rowOf<T>(table: RowTable<T>, id: string): T | undefined {
  return table.get(id)?.row ?? undefined;
}

/** All living rows, in no particular order. */
export function livingRows<T>(table: RowTable<T>): T[] {
  const rows: T[] = [];
  for (const held of table.values()) if (held.row !== null) rows.push(held.row);
  return rows;
}
