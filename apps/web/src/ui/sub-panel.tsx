import { useLingui } from '@lingui/react/macro';
import { IconLayoutSidebar, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { createStore } from '../platform/store.ts';
import { IconButton } from './icon-button.tsx';
import { useEscape } from './layer/use-escape.ts';
import styles from './sub-panel.module.css';

/** Whether the sub-panel was opened over the page, below 1280 px where it is closed otherwise. */
const useSubPanel = createStore({ open: false });

export function closeSubPanel(): void {
  useSubPanel.set({ open: false });
}

export type SubPanelProps = {
  label: string;
  title: ReactNode;
  /** Small button behind the title. */
  action?: ReactNode;
  /** Hides the panel from 1280 px too, where a page needs the space (its content then belongs into a menu). */
  folded?: boolean;
  children: ReactNode;
};

/**
 * The second column of the frame, 220 px, from 1280 px on. Below that it is closed and `SubPanelButton` slides it over
 * the page.
 */
export function SubPanel({ label, title, action, folded = false, children }: SubPanelProps) {
  const { t } = useLingui();
  const open = useSubPanel((state) => state.open);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => closeSubPanel, []);
  useEffect(() => {
    if (!open) return;
    panel.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [open]);
  useEscape(open ? closeSubPanel : undefined);

  return (
    <>
      {open && <div className={styles.veil} onPointerDown={closeSubPanel} />}
      <aside
        ref={panel}
        aria-label={label}
        className={styles.panel}
        data-open={open || undefined}
        data-folded={folded || undefined}
      >
        <header className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {action}
          <span className={styles.close}>
            <IconButton label={t`Close`} size="sm" onClick={closeSubPanel}>
              <IconX size={18} stroke={1.75} />
            </IconButton>
          </span>
        </header>
        <div className={styles.body}>{children}</div>
      </aside>
    </>
  );
}

/** Opens the closed sub-panel; invisible from 1280 px on. `label` names the panel. */
export function SubPanelButton({ label }: { label: string }) {
  const open = useSubPanel((state) => state.open);
  return (
    <span className={styles.opener} data-bar-start>
      <IconButton label={label} aria-expanded={open} onClick={() => useSubPanel.set({ open: !open })}>
        <IconLayoutSidebar size={18} stroke={1.75} />
      </IconButton>
    </span>
  );
}

/** A heading between groups of entries. */
export function SubPanelHeading({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <h3 className={styles.heading}>
      {children}
      {action}
    </h3>
  );
}

/**
 * The class of an entry: an icon of 18 px, a label, a count in `<span data-count>`; `aria-current` marks the chosen
 * one.
 */
export const subPanelEntryClass = styles.entry ?? '';
