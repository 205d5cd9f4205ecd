import type { ReactNode } from 'react';
import styles from './compact-table.module.css';

type Props = {
  head: readonly string[];
  /** `<tr>`s; `data-open` marks the one whose details follow. */
  children: ReactNode;
  /** From which column on figures stand at the end, counted from 1: 2, 3 or 4. */
  figuresFrom?: number | undefined;
  className?: string | undefined;
};

/** A short table in a side panel. Lists that are sorted, filtered or selected use `DataTable`. */
export function CompactTable({ head, children, figuresFrom, className = '' }: Props) {
  return (
    <table className={`${styles.table} ${className}`} data-figures={figuresFrom}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
