import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type BadgeTone = 'neutral' | 'ok' | 'info' | 'warn' | 'bad';

/** One word about a state, 20 px high; the word says it, the colour only repeats it. `icon` (13 px) for states only. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      {icon}
      {children}
    </span>
  );
}

/** An unread or running count; above 99 it says "99+". `label` is what assistive technology reads instead. */
export function Count({ value, label }: { value: number; label: string }) {
  if (value <= 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{value > 99 ? '99+' : value}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
