import type { ReactNode } from 'react';
import type { Column } from './column.ts';

/**
 * The last column of a table: what can be done with a row. It stays in sight when the others go beyond the screen.
 * @param title what the column is called where columns are chosen
 */
export function actsColumn<R>(title: string, cell: (row: R) => ReactNode): Column<R> {
  return { id: 'acts', title, width: 56, minWidth: 56, align: 'end', phone: 'end', stays: true, cell };
}
