import styles from './hour-bars.module.css';

const width = 120;
const height = 28;
const gap = 1;

export type HourBar = {
  key: string;
  /** Successes; failures are stacked on top in red. */
  succeeded: number;
  failed: number;
  /** The tooltip. */
  title: string;
};

/** A day, a bar an hour. */
export function HourBars({ label, hours }: { label: string; hours: readonly HourBar[] }) {
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const step = width / Math.max(1, hours.length);
  return (
    <svg className={styles.line} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={`M0 ${height - 0.5}h${width}`} className={styles.base} />
      {hours.map(({ key, title, ...hour }, index) => {
        const sound = (hour.succeeded / most) * (height - 2);
        const failed = (hour.failed / most) * (height - 2);
        const place = { x: index * step, width: step - gap };
        return (
          <g key={key}>
            <title>{title}</title>
            <rect {...place} y={0} height={height} className={styles.area} />
            <rect {...place} y={height - sound} height={sound} className={styles.bar} />
            <rect {...place} y={height - sound - failed} height={failed} className={styles.failed} />
          </g>
        );
      })}
    </svg>
  );
}
