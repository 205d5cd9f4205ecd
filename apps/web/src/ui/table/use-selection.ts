import { useRef, useState } from 'react';
import {
  headState,
  isSelected,
  nothingSelected,
  rangeBetween,
  type Selection,
  selectedCount,
  withAllMatching,
  withRows,
} from './selection.ts';

export type SelectionState = ReturnType<typeof useSelection>;

/**
 * The selected rows of a table.
 * @param order ids of the loaded rows
 * @param total the number of matches, loaded or not
 */
export function useSelection(order: readonly string[], total: number) {
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const anchor = useRef<string | null>(null);
  return {
    selection,
    count: selectedCount(selection, total),
    total,
    head: headState(selection, order),
    has: (id: string) => isSelected(selection, id),
    /** With Shift everything from the row pressed before. */
    press(id: string, withShift: boolean): void {
      const ids = withShift ? rangeBetween(order, anchor.current, id) : [id];
      setSelection(withRows(selection, ids, !isSelected(selection, id)));
      anchor.current = id;
    },
    /** Chooses a row besides those already chosen. */
    add(ids: readonly string[]): void {
      setSelection(withRows(selection, ids, true));
      anchor.current = ids.at(-1) ?? null;
    },
    pressHead: () => setSelection(withRows(selection, order, headState(selection, order) !== 'all')),
    selectAllThatMatch: () => setSelection(withAllMatching()),
    clear: () => setSelection(nothingSelected),
  };
}
