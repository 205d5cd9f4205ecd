import { type ReactNode, type RefObject, useRef } from 'react';
import { moveInMenu } from '../../../ui/layer/menu.tsx';
import type { PopoverAlign } from '../../../ui/layer/place-popover.ts';
import { Popover } from '../../../ui/layer/popover.tsx';
import { useEarlyFocus } from '../../../ui/use-early-focus.ts';
import styles from './choice-menu.module.css';

export type Choice<T extends string> = {
  value: T;
  label: string;
  /** 18 px icon or circle. */
  picture?: ReactNode;
  /** A secondary text at the end, such as a count. */
  note?: string;
};

export type ChoiceListProps = {
  label: string;
  choices: readonly Choice<string>[];
  chosen: string | null;
  anchor: RefObject<HTMLElement | null>;
  align: PopoverAlign;
  /** Called with the index of the chosen option. */
  onChoose: (at: number) => void;
  onClose: () => void;
};

/** The open list of a choice: arrows move, Enter chooses, Escape closes, letters jump. */
export function ChoiceList({ anchor, align, onClose, ...options }: ChoiceListProps) {
  return (
    <Popover anchor={anchor} align={align} onClose={onClose} className={styles.list}>
      <Options {...options} onClose={onClose} />
    </Popover>
  );
}

function Options({ label, choices, chosen, onChoose, onClose }: Omit<ChoiceListProps, 'anchor' | 'align'>) {
  const list = useRef<HTMLDivElement>(null);
  useEarlyFocus(
    () =>
      list.current?.querySelector<HTMLElement>('[aria-checked="true"]') ??
      list.current?.querySelector<HTMLElement>('button'),
  );
  return (
    <div ref={list} role="menu" aria-label={label} onKeyDown={(event) => moveInMenu(event, onClose)}>
      {choices.map((choice, at) => (
        <button
          key={choice.value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={choice.value === chosen}
          className={styles.choice}
          onClick={() => onChoose(at)}
        >
          {choice.picture}
          <bdi className={styles.label}>{choice.label}</bdi>
          {choice.note && <span className={styles.note}>{choice.note}</span>}
        </button>
      ))}
    </div>
  );
}
