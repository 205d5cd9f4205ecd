import type { ReactNode } from 'react';
import type { ColumnFacts } from './layout.ts';

export type Column<R> = ColumnFacts & {
  title: string;
  cell: (row: R) => ReactNode;
  /** Numbers and times are aligned with the end. */
  align?: 'start' | 'end';
  /** Its head can be pressed to sort by it. */
  sortable?: boolean;
  /** The position on phones, where rows are cards; without it the column is left out. One column per position. */
  phone?: 'title' | 'detail' | 'end';
  /** The last one only: it stays in sight at the end while the others go by beneath it. */
  stays?: boolean;
};

export type Sort = { column: string; descending: boolean };
