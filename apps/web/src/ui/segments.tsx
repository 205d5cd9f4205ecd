import { type ReactNode, useId } from 'react';
import styles from './segments.module.css';

export type Segment<T extends string> = { value: T; label: ReactNode; disabled?: boolean };

export type SegmentsProps<T extends string> = {
  /** The label for assistive technology. */
  label: string;
  segments: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
  size?: 'md' | 'sm';
};

/** A choice of two to five short options, all visible. */
export function Segments<T extends string>({ label, segments, value, onChange, size = 'md' }: SegmentsProps<T>) {
  const name = useId();
  return (
    <span role="radiogroup" aria-label={label} className={styles.segments}>
      {segments.map((segment) => (
        <label key={segment.value} className={size === 'sm' ? `${styles.segment} ${styles.sm}` : styles.segment}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.disabled}
            onChange={() => onChange(segment.value)}
          />
          <span>{segment.label}</span>
        </label>
      ))}
    </span>
  );
}
