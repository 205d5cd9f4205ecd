import type { Label } from '@parley/contract/types';
import styles from './label.module.css';

/** A label: its word with an edge of its color. */
export function LabelChip({ label }: { label: Label }) {
  return (
    <span className={styles.chip} data-color={label.color}>
      <bdi>{label.name}</bdi>
    </span>
  );
}
