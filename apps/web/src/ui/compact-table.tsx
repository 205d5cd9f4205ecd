import type { ReactNode } from 'react';
import styles from './compact-table.module.css';

type Props = {
  head: readonly string[];
  /** `<tr>`s; `data-open` marks the one whose details follow. */
  children: ReactNode;
  /** All columns but the first hold figures. */
  figures?: boolean;
  className?: string | undefined;
};

/** A short table in a side panel. Lists that are sorted, filtered or selected use `DataTable`. */
export function CompactTable({ head, children, figures = false, className = '' }: Props) {
  return (
    <table className={`${styles.table} ${className}`} data-figures={figures || undefined}>
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
