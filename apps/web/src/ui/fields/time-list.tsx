import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import menuStyles from '../layer/menu.module.css';
import { moveInMenu } from '../layer/menu.tsx';
import styles from './time-field.module.css';
import { halfHours, type Time, writeTime } from './typed-time.ts';

export type TimeListProps = {
  label: string;
  value: Time;
  /** Midnight is the last one. */
  endsDay: boolean;
  onChoose: (time: Time) => void;
  onClose: () => void;
};

/** The half hours of a day; the one at the value, or before it, is focused. */
export function TimeList({ label, value, endsDay, onChoose, onClose }: TimeListProps) {
  const { i18n } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const times = endsDay ? [...halfHours.slice(1), '24:00'] : halfHours;
  const before = times.findLastIndex((time) => time <= value);
  const first = useRef(before === -1 ? 0 : before);
  useEffect(() => {
    const entry = list.current?.querySelectorAll<HTMLElement>('[role="menuitemradio"]')[first.current];
    entry?.scrollIntoView({ block: 'center' });
    entry?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={list} role="menu" tabIndex={-1} aria-label={label} onKeyDown={(event) => moveInMenu(event, onClose)}>
      {times.map((time) => (
        <button
          key={time}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={time === value}
          className={`${menuStyles.entry} ${styles.choice}`}
          onClick={() => onChoose(time)}
        >
          {writeTime(time, i18n.locale)}
        </button>
      ))}
    </div>
  );
}
