import type { ContactList } from '@parley/contract/types';
import styles from './list-dot.module.css';

/** The colour of a list, besides its name. */
export function ListDot({ color }: { color: ContactList['color'] }) {
  return <span className={styles.dot} data-color={color ?? 'grey'} aria-hidden="true" />;
}

/** A list as it stands beside a box to choose it by. */
export function ListName({ list }: { list: Pick<ContactList, 'name' | 'color'> }) {
  return (
    <span className={styles.name}>
      <ListDot color={list.color} />
      <bdi>{list.name}</bdi>
    </span>
  );
}
