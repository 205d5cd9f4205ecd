import type { ReactNode } from 'react';
import { reachable } from './figure.tsx';
import styles from './reports.module.css';

export type NumberTableProps = {
  label: string;
  /** Heads of the columns; the first names the rows. */
  heads: readonly string[];
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[] }[];
};

/** Figures as a plain table. */
export function NumberTable({ label, heads, rows }: NumberTableProps) {
  return (
    // A wide table scrolls by keyboard too.
    <div className={styles.scroll} {...reachable}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {cells.map((cell, n) => (
                <td key={heads[n + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
