import styles from './skeleton.module.css';

export type SkeletonProps = {
  /** The content being loaded: "Reading the contacts". */
  label: string;
  /** Rows of a list with squares, rows of a table, or lines of text. */
  shape: 'list' | 'table' | 'text';
  count?: number;
};

/**
 * Static gray blocks in the shape of the content, for a page never seen on this device; otherwise the stored content
 * is shown.
 */
export function Skeleton({ label, shape, count = 6 }: SkeletonProps) {
  const places = Array.from({ length: count }, (_, index) => index);
  if (shape === 'text') {
    return (
      <div role="status" aria-label={label} className={styles.text}>
        {places.map((place) => (
          <b key={place} />
        ))}
      </div>
    );
  }
  return (
    <div role="status" aria-label={label} className={styles.rows}>
      {places.map((place) =>
        shape === 'list' ? (
          <div key={place} className={styles.row}>
            <i />
            <b />
            <b />
          </div>
        ) : (
          <div key={place} className={styles.cells}>
            <b />
            <b />
            <b />
          </div>
        ),
      )}
    </div>
  );
}
