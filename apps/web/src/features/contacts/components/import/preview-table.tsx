import { useLingui } from '@lingui/react/macro';
import styles from './rows.module.css';

export type PreviewTableProps = {
  header: readonly string[];
  rows: readonly string[][];
  /** Row numbers, where they are not consecutive. */
  numbers?: readonly number[];
  label?: string;
  /** Placed beside other content, not below it. */
  isBeside?: boolean;
};

/** Whatever scrolls must be reachable by keyboard. */
const isScrollable = { tabIndex: 0 };

/** Rows of a file as they were read. Scrolls on its own, also by keyboard. */
export function PreviewTable({ header, rows, numbers, label, isBeside }: PreviewTableProps) {
  const { t } = useLingui();
  const width = Math.min(Math.max(header.length, ...rows.map((row) => row.length)), 60);
  const places = Array.from({ length: width }, (_none, index) => index);
  return (
    <section
      {...isScrollable}
      className={styles.preview}
      data-beside={isBeside}
      aria-label={label ?? t`Rows of the file`}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>{t`Row`}</th>
            {places.map((place) => (
              <th key={place} scope="col">
                <bdi>{header[place] || t`Column ${place + 1}`}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 200).map((row, index) => {
            const number = numbers?.[index] ?? index + 1;
            return (
              <tr key={number}>
                <td className={styles.number}>{number}</td>
                {places.map((place) => (
                  <td key={place}>
                    <bdi className="cut-off">{row[place]}</bdi>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
