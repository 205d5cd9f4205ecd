import type { ContactList } from '@parley/contract/types';
import styles from './list-dot.module.css';

/** The colour of a list, besides its name. */
export function ListDot({ color }: { color: ContactList['color'] }) {
  return <span className={styles.dot} data-color={color ?? 'grey'} aria-hidden="true" />;
}
