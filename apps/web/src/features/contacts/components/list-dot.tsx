import type { ContactList } from '@parley/contract/types';
import styles from './list-dot.module.css';

/** The colour of a list, besides its name. */
export function ListDot({ color }: { color: ContactList['color'] }) {
  return <span className={styles.dot} data-color={color ?? 'grey'} aria-hidden="true" />;
}

/** The name of a list with its color. */
export function ListName({ list }: { list: Pick<ContactList, 'name' | 'color'> }) {
  return (
    <span className={styles.name}>
      <ListDot color={list.color} />
      <bdi>{list.name}</bdi>
    </span>
  );
}
