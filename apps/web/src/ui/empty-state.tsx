import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export type EmptyStateProps = {
  /** Line drawing of 72 x 56; the default is a bubble with the mark's square. */
  drawing?: ReactNode;
  title: string;
  /** Explains what will be shown here and when. */
  children: ReactNode;
  /** One filled button, others outlined. */
  actions?: ReactNode;
};

/** Explains an empty page, and offers the next action. */
export function EmptyState({ drawing, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {drawing ?? <BubbleDrawing />}
      <h2>{title}</h2>
      <div className={styles.words}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

function BubbleDrawing() {
  return (
    <svg width="72" height="56" viewBox="0 0 72 56" fill="none" aria-hidden="true">
      <g stroke="var(--line-strong)" strokeWidth="1.5" strokeLinejoin="round">
        <rect x="1" y="6" width="40" height="30" rx="6" />
        <path d="M9 36v10l10-10" />
      </g>
      <rect x="15" y="15" width="12" height="12" rx="1" fill="var(--accent-text)" />
      <path d="M50 14h20M50 21h14M50 28h18" stroke="var(--line)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
