import { foldText } from '@parley/contract/fold-text';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLiveKeys } from '../commands/live-keys.ts';
import styles from './menu.module.css';
import { Popover } from './popover.tsx';

export type MenuAction = {
  id: string;
  label: string;
  /** 18 px icon. */
  icon?: ReactNode;
  /** A secondary text at the end: a count, why it is blocked. */
  note?: ReactNode;
  /** The command that does the same; its keys are shown where there is a keyboard. */
  command?: string;
  danger?: boolean;
  /** Cannot be done now; stays in the list, with the reason as its note. */
  blocked?: boolean;
  run: () => void;
};

export type MenuProps = {
  /** The label for assistive technology. */
  label: string;
  /** Shows the label above the actions. */
  titled?: boolean;
  /** Groups of actions, separated by a line. */
  groups: readonly (readonly MenuAction[])[];
  align?: 'start' | 'end';
  /** The button; spread the props on it. */
  button: (props: MenuButtonProps) => ReactNode;
  /** What it opens beside, where the button is not shown. */
  beside?: RefObject<HTMLElement | null> | undefined;
};

export type MenuButtonProps = {
  ref: (element: HTMLButtonElement | null) => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
};

/** A button with a list of actions: arrows move, Enter runs, letters jump, Escape closes. */
export function Menu({ label, titled, groups, align = 'end', button, beside }: MenuProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      {button({
        ref: (element) => {
          anchor.current = element;
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <Popover anchor={beside ?? anchor} align={align} onClose={close}>
          <MenuList label={label} titled={titled} groups={groups} onClose={close} />
        </Popover>
      )}
    </>
  );
}

type MenuListProps = Pick<MenuProps, 'label' | 'titled' | 'groups'> & { onClose: () => void };

function MenuList({ label, titled, groups, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), []);
  return (
    <div ref={list} role="menu" aria-label={label} onKeyDown={(event) => moveInMenu(event, onClose)}>
      {titled && (
        <p className={styles.title} aria-hidden="true">
          {label}
        </p>
      )}
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <div key={group[0]?.id} className={styles.group}>
            {group.map((act) => (
              <Entry key={act.id} act={act} onClose={onClose} />
            ))}
          </div>
        ))}
    </div>
  );
}

function Entry({ act, onClose }: { act: MenuAction; onClose: () => void }) {
  const keys = useLiveKeys((live) => (act.command === undefined ? undefined : live[act.command]));
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={act.blocked || undefined}
      className={act.danger ? `${styles.entry} ${styles.danger}` : styles.entry}
      onClick={() => {
        if (act.blocked) return;
        onClose();
        act.run();
      }}
    >
      {act.icon}
      <span className={styles.label}>{act.label}</span>
      {act.note && <span className={styles.note}>{act.note}</span>}
      {keys && <span className={styles.keys}>{keys}</span>}
    </button>
  );
}

/** Moves the focus among the entries of a menu, of any `menuitem` role. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const goTo = (index: number) => {
    event.preventDefault();
    entries.at(index % entries.length)?.focus();
  };
  if (event.key === 'Tab' || event.key === 'Escape') {
    event.preventDefault();
    close();
  } else if (event.key === 'ArrowDown') goTo(at + 1);
  else if (event.key === 'ArrowUp') goTo(at < 1 ? -1 : at - 1);
  else if (event.key === 'Home') goTo(0);
  else if (event.key === 'End') goTo(-1);
  else if (event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const letter = foldText(event.key);
    const following = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
    following.find((entry) => foldText(wordsOf(entry)).startsWith(letter))?.focus();
  }
  // Keys of a menu belong to it alone.
  event.stopPropagation();
}

/** The words of an entry, without those in its picture, such as initials. */
function wordsOf(entry: HTMLElement): string {
  return (entry.querySelector('bdi') ?? entry).textContent.trim();
}
