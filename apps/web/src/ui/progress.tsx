import { useId } from 'react';
import styles from './progress.module.css';

export type ProgressProps = {
  /** The task in progress: "Removing 1,846 people". */
  label: string;
  /** The progress as text: "612 of 1,846". */
  note?: string;
  /** 0 to 1. */
  value: number;
  failed?: boolean;
};

/** How far work in the background has come. */
export function Progress({ label, note, value, failed = false }: ProgressProps) {
  const id = useId();
  const percent = Math.round(Math.max(0, Math.min(1, value)) * 100);
  return (
    <div className={failed ? `${styles.progress} ${styles.bad}` : styles.progress}>
      <div className={styles.line}>
        <span id={id}>{label}</span>
        {note && <span>{note}</span>}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={percent}
        aria-valuetext={note}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.track}
      >
        <div className={styles.fill} style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  );
}
