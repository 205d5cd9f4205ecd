import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import styles from './editor.module.css';

type CardProps = {
  icon: ReactNode;
  kind: string;
  title: string;
  problems: readonly string[];
  open: boolean;
  onToggle: () => void;
  /** Behind the head, for a step. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A part of the flow: one line, and its form when open. */
export function Card({ icon: sign, kind, title, problems, open, onToggle, actions, children }: CardProps) {
  return (
    <div className={styles.card} data-open={open || undefined} data-bad={problems.length > 0 || undefined}>
      <div className={styles.cardHead}>
        <button type="button" className={styles.cardButton} aria-expanded={open} onClick={onToggle}>
          {sign}
          <span className={styles.cardWords}>
            <b>{kind}</b>
            <span className={styles.cardTitle} dir="auto">
              {title}
            </span>
          </span>
        </button>
        {actions}
      </div>
      {problems.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      {open && children}
    </div>
  );
}

/** What keeps the flow from running. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={styles.problem}>
      <IconAlertCircle {...smallIcon} />
      <span>{children}</span>
    </p>
  );
}
