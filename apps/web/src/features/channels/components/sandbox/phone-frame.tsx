import type { ReactNode } from 'react';
import styles from './phone-frame.module.css';

export type PhoneFrameProps = { bar: ReactNode; children: ReactNode; field: ReactNode };

/** The frame of a phone: a bar, a conversation, a field. */
export function PhoneFrame({ bar, children, field }: PhoneFrameProps) {
  return (
    <div className={styles.phone}>
      <div className={styles.screen}>
        <div className={styles.bar}>{bar}</div>
        {children}
        {field}
      </div>
    </div>
  );
}
