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

/** The edge alone, where the word stands beside it. */
export function LabelEdge({ label }: { label: Pick<Label, 'color'> }) {
  return <span className={styles.edge} data-color={label.color} />;
}
