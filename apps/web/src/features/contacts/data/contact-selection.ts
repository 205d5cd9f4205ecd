import type { ContactRow, Selection } from '@parley/contract/types';

/** Selected contacts. */
export type ContactSelection = {
  count: number;
  /** As the API takes them. */
  selections: Selection[];
  /** The rows, if they were selected one by one; else null. */
  rows: readonly ContactRow[] | null;
};

/** The open dialog of a row. */
export type RowDialogState = { kind: 'lists' | 'delete'; contact: ContactRow };

/** The ids, if they are few enough for a direct call. */
export function idsForDirectCall({ selections }: ContactSelection): string[] | null {
  const [only] = selections;
  return selections.length === 1 && only !== undefined && 'ids' in only ? only.ids : null;
}

/** The rows, if they include every selected contact. */
export function completeRowsOf({ rows, count }: ContactSelection): readonly ContactRow[] | null {
  return rows !== null && rows.length === count ? rows : null;
}
