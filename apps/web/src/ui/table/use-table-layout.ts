import { useMemo, useState } from 'react';
import type { KeyValue } from '../../platform/storage.ts';
import { type ColumnFacts, defaultLayout, readLayout, saveLayout, shownColumns, type TableLayout } from './layout.ts';

export type TableLayoutState<C extends ColumnFacts> = {
  /** All columns, shown or not. */
  columns: readonly C[];
  shown: readonly C[];
  layout: TableLayout;
  change: (layout: TableLayout) => void;
  /** Back to how the table is delivered. */
  reset: () => void;
};

/**
 * The visible columns of a table, their order and widths; stored under the table's name.
 * @param storage `accountStorage()` where columns come from the account's own fields
 */
export function useTableLayout<C extends ColumnFacts>(
  name: string,
  columns: readonly C[],
  storage: KeyValue,
): TableLayoutState<C> {
  const [stored, setStored] = useState(() => readLayout(storage, name));
  const layout = useMemo(() => stored ?? defaultLayout(columns), [stored, columns]);
  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout]);
  const change = (next: TableLayout | null) => {
    saveLayout(storage, name, next);
    setStored(next);
  };
  return { columns, shown, layout, change, reset: () => change(null) };
}
