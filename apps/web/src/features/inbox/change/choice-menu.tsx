import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import type { PopoverAlign } from '../../../ui/layer/place-popover.ts';
import type { Choice } from './choice-list.tsx';

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
  align?: PopoverAlign;
};

/** A button that opens a list of options. */
export function ChoiceMenu<T extends string>({
  label,
  choices,
  chosen,
  align = 'start',
  ...props
}: ChoiceMenuProps<T>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const choose = (at: number) => {
    const choice = choices[at];
    close();
    if (choice !== undefined) props.onChoose(choice.value);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
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
          <ChoiceList {...{ label, choices, chosen, align }} anchor={button} onChoose={choose} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
