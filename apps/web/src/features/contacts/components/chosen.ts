import type { ContactRow, Selection } from '@parley/contract/types';

/** Contacts that something is to be done with. */
export type Chosen = {
  count: number;
  /** In the server's words. */
  selections: Selection[];
  /** All of them, where they were chosen one by one; else null. */
  rows: readonly ContactRow[] | null;
};

/** What is asked about one row. */
export type RowQuestion = { kind: 'lists' | 'delete'; contact: ContactRow };

/** Their ids, where they are few enough for a call that answers at once. */
export function idsAtOnceOf({ selections }: Chosen): string[] | null {
  const [only] = selections;
  return selections.length === 1 && only !== undefined && 'ids' in only ? only.ids : null;
}

/** The rows, where every one of the chosen is among them. */
export function allRowsOf({ rows, count }: Chosen): readonly ContactRow[] | null {
  return rows !== null && rows.length === count ? rows : null;
}
