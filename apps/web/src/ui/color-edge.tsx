import type { LabelColor } from '@parley/contract/types';
import styles from './color-edge.module.css';

/** The color of a label or a stage, beside its word. */
export function ColorEdge({ color }: { color: LabelColor }) {
  return <span className={styles.edge} data-color={color} />;
}
