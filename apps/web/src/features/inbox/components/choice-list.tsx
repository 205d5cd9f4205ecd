import { foldText } from '@parley/contract/fold-text';
import type { KeyboardEvent, ReactNode } from 'react';
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
  id: string;
  label: string;
  choices: readonly Choice<string>[];
  chosen: string | null;
  align: 'start' | 'end';
  /** Called with the index of the chosen option. */
  onChoose: (at: number) => void;
  onClose: () => void;
};

/** The open list of a choice: arrows move, Enter chooses, Escape closes, letters jump. */
export function ChoiceList({ id, label, choices, chosen, align, onChoose, onClose }: ChoiceListProps) {
  return (
    <div
      id={id}
      role="menu"
      aria-label={label}
      className={`${styles.list} ${styles[align]}`}
      onKeyDown={(event) => moveInMenu(event, onClose)}
      ref={focusChosen}
    >
      {choices.map((choice, at) => (
        <button
          key={choice.value}
          type="button"
          role="menuitemradio"
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
      foldText(entry.querySelector('bdi')?.textContent ?? '').startsWith(foldText(event.key));
    const next = [...entries.slice(at + 1), ...entries.slice(0, at + 1)].find(begins);
    next?.focus();
  }
}
