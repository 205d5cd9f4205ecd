import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import styles from './list-pane.module.css';

/** Shown in place of the rows of a list. */
export function EmptyList({ title, children, foot }: { title: string; children: ReactNode; foot?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <EmptyState title={title} actions={foot || undefined}>
        {children}
      </EmptyState>
    </div>
  );
}
