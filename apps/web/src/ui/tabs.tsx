import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react';
import styles from './tabs.module.css';

export type Tab<T extends string> = { value: T; label: ReactNode /** A count. */; note?: ReactNode };

export type TabsProps<T extends string> = {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  /** The content of the selected tab. */
  children: ReactNode;
};

/** As the list is padded. */
const edge = 24;

/** Views of one object. Arrows move between tabs, Tab into the view. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  const id = useId();
  const notes = tabs.map(({ note }) => String(note ?? '')).join(' ');
  // On a phone it may be beyond the edge, and counts that arrive later move it there. Only the tabs are scrolled.
  useEffect(() => {
    void notes;
    const tab = document.getElementById(`${id}-${value}`);
    const list = tab?.parentElement;
    if (tab === null || list == null || list.scrollWidth <= list.clientWidth) return;
    const [from, to] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollBy({ left: Math.min(0, from.left - to.left - edge) || Math.max(0, from.right - to.right + edge) });
  }, [id, value, notes]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const ahead = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = ahead === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
    const at = tabs.findIndex((tab) => tab.value === value);
    const target = { [ahead]: at + 1, [back]: at - 1, Home: 0, End: -1 }[event.key];
    const next = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-view`}
            tabIndex={tab.value === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.note !== undefined && <span className={styles.note}>{tab.note}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-view`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
