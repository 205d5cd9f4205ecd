import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

export type DisclosureProps = {
  /** What is always shown; a press opens and closes the rest. */
  title: ReactNode;
  /**
   * `link` leads to something to do, `quiet` to details most people skip, `row` is a line of a list with content of its
   * own.
   */
  look?: 'link' | 'quiet' | 'row';
  open?: boolean | undefined;
  onToggle?: (open: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * More on request, in place. The browser's own element: its state is announced, Enter and Space open it, and the
 * browser's search in the page finds and opens what is folded away.
 */
export function Disclosure({ title, look = 'quiet', open, onToggle, className, children }: DisclosureProps) {
  return (
    <details className={className} open={open} onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}>
      <summary className={`${styles.head} ${styles[look]}`}>{title}</summary>
      {children}
    </details>
  );
}
