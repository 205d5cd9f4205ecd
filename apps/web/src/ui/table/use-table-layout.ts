import { useMemo, useState } from 'react';
import type { KeyValue } from '../../platform/storage.ts';
import {
  type ColumnFacts,
  keepLayout,
  layoutAsDelivered,
  readLayout,
  shownColumns,
  type TableLayout,
} from './layout.ts';

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
 * Which columns a table shows, in which order and how wide; kept under the table's name.
 * @param storage where it is kept: `accountStorage()` where columns come from the account's own fields
 */
export function useTableLayout<C extends ColumnFacts>(
  name: string,
  columns: readonly C[],
  storage: KeyValue,
): TableLayoutState<C> {
  const [kept, setKept] = useState(() => readLayout(storage, name));
  const layout = useMemo(() => kept ?? layoutAsDelivered(columns), [kept, columns]);
  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout]);
  const change = (next: TableLayout | null) => {
    keepLayout(storage, name, next);
    setKept(next);
  };
  return { columns, shown, layout, change, reset: () => change(null) };
}
