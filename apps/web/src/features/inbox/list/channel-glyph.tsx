import styles from './channel-glyph.module.css';

const shapes = ['filled', 'outlined', 'turned', 'turnedOutlined'] as const;

/**
 * A channel's mark: a shape per channel, with its name as tooltip. `place` is its position among the channels by label.
 */
export function ChannelGlyph({ place, label }: { place: number; label?: string }) {
  const shape = shapes[place % shapes.length] ?? 'filled';
  return (
    <span className={`${styles.glyph} ${styles[shape]}`} data-tip={label}>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
