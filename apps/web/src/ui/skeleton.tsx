import styles from './skeleton.module.css';

export type SkeletonProps = {
  /** What is being read: "Reading the contacts". */
  label: string;
  /** Rows of a list with squares, rows of a table, or lines of text. */
  shape: 'list' | 'table' | 'text';
  count?: number;
};

/** Still grey blocks in the shape of what comes, for a place never seen on this device; otherwise what is known is shown. */
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
