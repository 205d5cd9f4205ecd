import { createContext, type ReactNode, useContext } from 'react';
import styles from './page.module.css';

export type PageProps = {
  children: ReactNode;
  label?: string;
  /**
   * What scrolls: the panes below the bar, each for itself, or the whole document. Then the bar scrolls away, and the
   * circular menu brings its tools.
   */
  scroll?: 'panes' | 'document';
};

/** The working area beside the rail: a column on the surface, its bar on top, its content below. */
export function Page({ children, label, scroll = 'panes' }: PageProps) {
  return (
    <main className={styles.page} aria-label={label} id="main" tabIndex={-1} data-scroll={scroll}>
      {children}
    </main>
  );
}

/** What the frame adds to every bar: connection, search, recent activity. */
export const ToolbarContext = createContext<ReactNode>(null);

export type PageBarProps = {
  /** Buttons before the title (back, open the sub-panel). */
  start?: ReactNode;
  title: ReactNode;
  /** Counts and the like, in quiet text behind the title. */
  note?: ReactNode;
  /** Search and buttons at the end. */
  children?: ReactNode;
};

/** The toolbar of a page, 56 px: title, a note, the frame's tools, what can be done. */
export function PageBar({ start, title, note, children }: PageBarProps) {
  const tools = useContext(ToolbarContext);
  return (
    <header className={styles.bar} data-toolbar>
      {start}
      <div className={styles.names}>
        <h1 className={styles.title}>{title}</h1>
        {note && <span className={styles.note}>{note}</span>}
      </div>
      <span className={styles.space} />
      {tools}
      {children}
    </header>
  );
}

/** What scrolls under a bar. `padded` keeps a page's text in line with its title. */
export function PageBody({ children, padded = false }: { children: ReactNode; padded?: boolean }) {
  return <div className={padded ? `${styles.body} ${styles.padded}` : styles.body}>{children}</div>;
}

export type PaneProps = {
  label: string;
  /** `list` 320 to 340 px, `panel-sm` 384 px, `panel-md` 460 px, `fill` what is left. */
  width: 'list' | 'panel-sm' | 'panel-md' | 'fill';
  children: ReactNode;
  className?: string;
};

/** A named column of the working area; panes meet at one line. */
export function Pane({ label, width, children, className }: PaneProps) {
  return (
    <section aria-label={label} className={[styles.pane, styles[width], className].filter(Boolean).join(' ')}>
      {children}
    </section>
  );
}
