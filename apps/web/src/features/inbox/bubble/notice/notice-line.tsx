import { IconAlertCircle, IconClock, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import styles from '../bubble.module.css';

export type NoticeLineProps = {
  tone: 'bad' | 'warn' | 'quiet';
  children: ReactNode;
  action?: ReactNode;
  incoming?: boolean;
};

/** A line below a message: what happened to it, and the next step. */
export function NoticeLine({ tone, children, action, incoming = false }: NoticeLineProps) {
  const Sign = { bad: IconAlertCircle, warn: IconHelpCircle, quiet: IconClock }[tone];
  return (
    <div
      className={[styles.notice, incoming && styles.incoming, tone !== 'quiet' && styles[tone]]
        .filter(Boolean)
        .join(' ')}
    >
      <Sign {...smallIcon} />
      <span className={styles.noticeText}>{children}</span>
      {action}
    </div>
  );
}
