import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import type { Choice } from './choice-list.tsx';
import styles from './choice-menu.module.css';

/* Deferred: no list is open at first. */
const ChoiceList = lazyComponent(() => import('./choice-list.tsx').then((part) => part.ChoiceList));
const preload = () => void ChoiceList.preload().catch(() => undefined);

export type ChoiceMenuProps<T extends string> = {
  /** The label for assistive technology. */
  label: string;
  choices: readonly Choice<T>[];
  chosen: T | null;
  onChoose: (value: T) => void;
  onOpen?: () => void;
  /** The content of the button. */
  children: ReactNode;
  /** Class of the button. */
  className: string;
  /** The edge of the button that the list is aligned to. */
  align?: 'start' | 'end';
};

/** A button that opens a list of options. */
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
  const choose = (at: number) => {
    const choice = choices[at];
    close();
    if (choice !== undefined) props.onChoose(choice.value);
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
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          if (!open) props.onOpen?.();
          setOpen(!open);
        }}
      >
        {props.children}
      </button>
      {open && (
        <Suspense>
          <ChoiceList
            id={id}
            label={props.label}
            choices={choices}
            chosen={chosen}
            align={props.align ?? 'start'}
            onChoose={choose}
            onClose={close}
          />
        </Suspense>
      )}
    </span>
  );
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
