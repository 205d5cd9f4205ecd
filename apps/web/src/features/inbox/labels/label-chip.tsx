import type { Label } from '@parley/contract/types';
import { listText } from '../../../platform/formats.ts';
import styles from './label.module.css';

/** A label: its word with an edge of its color. */
export function LabelChip({ label }: { label: Label }) {
  return (
    <span className={styles.chip} data-color={label.color}>
      <bdi>{label.name}</bdi>
    </span>
  );
}

/** The first labels of a conversation and how many more it has; all names in the tooltip and for screen readers. */
export function LabelChips({ labels, most }: { labels: readonly Label[]; most: number }) {
  if (labels.length === 0) return null;
  const names = (some: readonly Label[]) => listText(some.map(({ name }) => name));
  const more = labels.slice(most);
  return (
    <span className={styles.chips} data-labels data-tip={names(labels)}>
      {labels.slice(0, most).map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {more.length > 0 && (
        <>
          <span className={styles.more} aria-hidden="true">
            +{more.length}
          </span>
          <span className="visually-hidden">, {names(more)}</span>
        </>
      )}
    </span>
  );
}
