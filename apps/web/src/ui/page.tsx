import { createContext, type ReactNode, useContext } from 'react';
import styles from './page.module.css';
import { useBelow } from './use-media.ts';

export type PageProps = {
  children: ReactNode;
  label?: string;
  /**
   * The scroll container: each pane below the bar, or the whole document. Then the bar scrolls away, and the circular
   * menu has its tools.
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

/**
 * How a page with side panels scrolls: as a whole where they lie over it. Beside it, the page has the scroll bar of its
 * own pane, so that there are no two at the edge of the screen.
 */
export function useScrollBesidePanel(): NonNullable<PageProps['scroll']> {
  return useBelow('xl') ? 'document' : 'panes';
}

/** The frame's tools in every bar: connection, search, recent activity. */
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

/** The toolbar of a page, 56 px: title, a note, the frame's tools, actions. */
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

/** The scrolling content below a bar. `padded` aligns a page's text with its title. */
export function PageBody({ children, padded = false }: { children: ReactNode; padded?: boolean }) {
  return <div className={padded ? `${styles.body} ${styles.padded}` : styles.body}>{children}</div>;
}
