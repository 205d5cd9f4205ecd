import type { ReactNode } from 'react';
import styles from './list-row.module.css';

export type ListRowProps = {
  /** A square, a circle or an icon. */
  picture: ReactNode;
  title: ReactNode;
  /** Weight says that something is new. */
  strong?: boolean;
  /** A time or a short state, at the end. */
  time?: ReactNode;
  /** The second line. */
  detail: ReactNode;
  /** Counts and small marks at the end of the second line. */
  marks?: ReactNode;
};

/** The content of a list row, 72 px or 56 px: picture, name and time, with details below. */
export function ListRow({ picture, title, strong, time, detail, marks }: ListRowProps) {
  return (
    <>
      <span className={styles.picture}>{picture}</span>
      <span className={strong ? `${styles.title} ${styles.strong}` : styles.title}>
        <bdi className="cut-off">{title}</bdi>
      </span>
      <span className={styles.time}>{time}</span>
      <span className={marks ? styles.detail : `${styles.detail} ${styles.whole}`}>
        <bdi className="cut-off">{detail}</bdi>
      </span>
      {marks && <span className={styles.marks}>{marks}</span>}
    </>
  );
}

/** The class of a row element: a link, a button or a plain element; `aria-current` marks the open one. */
export const listRowClass = styles.row ?? '';
