import { type ReactNode, useId } from 'react';
import { useHashTarget } from '../../../ui/use-hash-target.ts';
import styles from './reports.module.css';

export type FigureProps = {
  /** The target of a link from the sub-panel. */
  id?: string | undefined;
  title: string;
  note?: ReactNode;
  /** At the end of the title's line: what the colours mean. */
  legend?: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** One chart or table of a report under its title. */
export function Figure({ id, title, note, legend, wide = false, children }: FigureProps) {
  const titleId = useId();
  const section = useHashTarget(id);
  return (
    <section ref={section} id={id} className={styles.figure} aria-labelledby={titleId} data-wide={wide || undefined}>
      <header>
        <h2 id={titleId}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {legend && <span className={styles.legend}>{legend}</span>}
      </header>
      {children}
    </section>
  );
}

/** What a colour of a chart means. */
export function Key({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className={styles.keyEntry}>
      <i style={{ background: color }} aria-hidden="true" />
      {children}
    </span>
  );
}

/** A part that scrolls is reached by keyboard, to be scrolled by it. */
export const reachable = { tabIndex: 0 };
