import type { ReactNode } from 'react';
import type { Column } from './column.ts';

/**
 * The last column of a table: the actions of a row. It stays visible when the others are wider than the screen.
 * @param title the label in the column chooser
 */
export function actionsColumn<R>(title: string, cell: (row: R) => ReactNode): Column<R> {
  return { id: 'acts', title, width: 56, minWidth: 56, align: 'end', phone: 'end', stays: true, cell };
}
