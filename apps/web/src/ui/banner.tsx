import type { ReactNode } from 'react';
import styles from './banner.module.css';

export type BannerProps = {
  tone?: 'info' | 'warn' | 'bad';
  /** 18 px icon. */
  icon?: ReactNode;
  /** One sentence. */
  children: ReactNode;
  /** One act, a small button. */
  action?: ReactNode;
};

/** Full width under the bar: one sentence about a state, one act. */
export function Banner({ tone = 'info', icon, children, action }: BannerProps) {
  return (
    <div className={`${styles.banner} ${styles[tone]}`} role="status">
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.words}>{children}</span>
      {action}
    </div>
  );
}
