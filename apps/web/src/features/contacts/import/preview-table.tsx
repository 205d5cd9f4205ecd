import { useLingui } from '@lingui/react/macro';
import styles from './rows.module.css';

export type PreviewTableProps = {
  header: readonly string[];
  rows: readonly string[][];
  /** Numbers of the rows where they do not simply follow each other. */
  numbers?: readonly number[];
  label?: string;
  /** Stands beside something else, not below it. */
  isBeside?: boolean;
};

/** What scrolls must be reached by keyboard. */
const scrolls = { tabIndex: 0 };

/** Rows of a file as they were read. Scrolls by itself, by keyboard too. */
export function PreviewTable({ header, rows, numbers, label, isBeside }: PreviewTableProps) {
  const { t } = useLingui();
  const width = Math.min(Math.max(header.length, ...rows.map((row) => row.length)), 60);
  const places = Array.from({ length: width }, (_none, index) => index);
  return (
    <section {...scrolls} className={styles.preview} data-beside={isBeside} aria-label={label ?? t`Rows of the file`}>
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
                    <bdi>{row[place]}</bdi>
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
