import type { ReactNode } from 'react';
import type { ColumnFacts } from './layout.ts';

export type Column<R> = ColumnFacts & {
  title: string;
  cell: (row: R) => ReactNode;
  /** Numbers and times stand at the end. */
  align?: 'start' | 'end';
  /** Its head can be pressed to sort by it. */
  sortable?: boolean;
  /** Where it stands on phones, whose rows are cards; elsewhere than named it is left out. One column for each place. */
  phone?: 'title' | 'detail' | 'end';
  /** The last one only: it stays in sight at the end while the others go by beneath it. */
  stays?: boolean;
};

export type Sort = { column: string; descending: boolean };
