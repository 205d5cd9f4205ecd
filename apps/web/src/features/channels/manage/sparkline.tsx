import { useLingui } from '@lingui/react/macro';
import type { ChannelHealth } from '@parley/contract/types';
import styles from './sparkline.module.css';

const width = 120;
const height = 28;
const gap = 1;

/** The last 24 hours, a bar an hour: what came and went, and in red on top what failed. */
export function Sparkline({ hours }: { hours: ChannelHealth['hours'] }) {
  const { t, i18n } = useLingui();
  const total = hours.reduce((sum, hour) => sum + hour.received + hour.sent + hour.failed, 0);
  const most = Math.max(1, ...hours.map((hour) => hour.received + hour.sent + hour.failed));
  const step = width / Math.max(1, hours.length);
  const time = new Intl.DateTimeFormat(i18n.locale, { hour: '2-digit', minute: '2-digit' });
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t`${total} messages in 24 hours, at most ${most} in one`}
    >
      <path d={`M0 ${height - 0.5}h${width}`} className={styles.base} />
      {hours.map((hour, index) => {
        const sound = ((hour.received + hour.sent) / most) * (height - 2);
        const failed = (hour.failed / most) * (height - 2);
        const place = { x: index * step, width: step - gap };
        const at = time.format(new Date(hour.at));
        return (
          <g key={hour.at}>
            <title>{t`${at}: ${hour.received} in, ${hour.sent} out, ${hour.failed} failed`}</title>
            <rect {...place} y={0} height={height} className={styles.area} />
            <rect {...place} y={height - sound} height={sound} className={styles.bar} />
            <rect {...place} y={height - sound - failed} height={failed} className={styles.failed} />
          </g>
        );
      })}
    </svg>
  );
}
