import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './choice-menu.module.css';

export type Choice<T extends string> = {
  value: T;
  label: string;
  /** 18 px icon or circle. */
  picture?: ReactNode;
  /** Quiet words at the end, as a count. */
  note?: string;
};

export type ChoiceMenuProps<T extends string> = {
  /** What is chosen, for assistive technology. */
  label: string;
  choices: readonly Choice<T>[];
  chosen: T | null;
  onChoose: (value: T) => void;
  /** What the button shows. */
  children: ReactNode;
  /** Class of the button. */
  className: string;
  /** Which edge of the button the list keeps to. */
  align?: 'start' | 'end';
};

/** A button that opens a list of which one is chosen: arrows move, Enter chooses, Escape leaves, letters jump. */
export function ChoiceMenu<T extends string>(props: ChoiceMenuProps<T>) {
  const { choices, chosen } = props;
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useOutside(frame, open, setOpen);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = (value: T) => {
    close();
    props.onChoose(value);
  };
  return (
    <span ref={frame} className={styles.frame}>
      <button
        ref={button}
        type="button"
        className={props.className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={props.label}
        onClick={() => setOpen(!open)}
      >
        {props.children}
      </button>
      {open && (
        <div
          id={id}
          role="menu"
          aria-label={props.label}
          className={`${styles.list} ${styles[props.align ?? 'start']}`}
          onKeyDown={(event) => moveInMenu(event, close)}
          ref={focusChosen}
        >
          {choices.map((choice) => (
            <button
              key={choice.value}
              type="button"
              role="menuitemradio"
              aria-checked={choice.value === chosen}
              className={styles.choice}
              onClick={() => choose(choice.value)}
            >
              {choice.picture}
              <bdi className={styles.label}>{choice.label}</bdi>
              {choice.note && <span className={styles.note}>{choice.note}</span>}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}

function focusChosen(list: HTMLElement | null): void {
  const entry = list?.querySelector<HTMLElement>('[aria-checked="true"]') ?? list?.querySelector<HTMLElement>('button');
  entry?.focus();
}

function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? entries.indexOf(focused) : -1;
  const goTo = (index: number) => {
    event.preventDefault();
    entries.at(index % entries.length)?.focus();
  };
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    event.stopPropagation();
    close();
  } else if (event.key === 'ArrowDown') goTo(at + 1);
  else if (event.key === 'ArrowUp') goTo(at - 1);
  else if (event.key === 'Home') goTo(0);
  else if (event.key === 'End') goTo(-1);
  else if (event.key.length === 1 && /\S/.test(event.key)) {
    event.stopPropagation();
    const begins = (entry: HTMLElement) =>
      entry.querySelector('bdi')?.textContent.toLocaleLowerCase().startsWith(event.key.toLocaleLowerCase());
    const next = [...entries.slice(at + 1), ...entries.slice(0, at + 1)].find(begins);
    next?.focus();
  }
}

function useOutside(frame: { current: HTMLElement | null }, open: boolean, setOpen: (open: boolean) => void): void {
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open, frame, setOpen]);
}
