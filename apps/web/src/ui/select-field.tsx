import { useLingui } from '@lingui/react/macro';
import { foldText } from '@parley/contract/fold-text';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type ControlTies, Field, inputClass } from './field.tsx';
import { smallIcon } from './icon.ts';
import { place, showBeside } from './layer/place-popover.ts';
import styles from './select-field.module.css';

export type SelectChoice = {
  value: string;
  label: string;
  /** Why it can’t be chosen; it is shown all the same. */
  why?: string | undefined;
};

export type SelectFieldProps = {
  label: string;
  note?: string;
  status?: string | null;
  help?: string;
  error?: string | null;
  /** In the order they are shown. */
  choices: readonly SelectChoice[];
  /** '' when nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Emptying the field chooses nothing. */
  clearable?: boolean;
};

/** One of many choices, found by typing: a combobox with a listbox, as the ARIA Authoring Practices describe it. */
export function SelectField({ label, note, status, help, error, ...combobox }: SelectFieldProps) {
  return (
    <Field label={label} note={note} status={status} help={help} error={error}>
      {(ties) => <Combobox {...combobox} label={label} ties={ties} />}
    </Field>
  );
}

type ComboboxProps = Omit<SelectFieldProps, 'note' | 'status' | 'help' | 'error'> & { ties: ControlTies };

function Combobox({ label, choices, value, onChange, clearable = false, ties }: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [open, setOpen] = useState(false);
  // The text typed since the list opened; null: nothing was typed, and the field shows the choice.
  const [typed, setTyped] = useState<string | null>(null);
  const [activeIndex, setActiveIndex] = useState(-1);

  const chosen = choices.find((choice) => choice.value === value);
  const matches = matchingChoices(choices, typed);
  const active = open ? matches[activeIndex] : undefined;
  const optionId = (choice: SelectChoice) => `${listId}-${choices.indexOf(choice)}`;

  const show = () => {
    setOpen(true);
    setActiveIndex(chosen === undefined ? -1 : choices.indexOf(chosen));
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (choice: SelectChoice) => {
    if (choice.why !== undefined) return;
    close();
    if (choice.value !== value) onChange(choice.value);
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setActiveIndex(text.trim() === '' ? -1 : 0);
    if (clearable && text === '' && value !== '') onChange('');
  };
  const move = (step: 1 | -1) => {
    if (!open) return show();
    if (matches.length === 0) return;
    const next = activeIndex === -1 && step === -1 ? matches.length - 1 : activeIndex + step;
    setActiveIndex((next + matches.length) % matches.length);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && open) {
      // With the list open Enter chooses; it submits the form only when the list is closed.
      event.preventDefault();
      if (active === undefined) close();
      else choose(active);
    } else if (event.key === 'Escape' && open) {
      // A dialog around the field stays open.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <span className={styles.field}>
      <input
        {...ties}
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        className={`${inputClass()} ${styles.input}`}
        value={typed ?? chosen?.label ?? ''}
        onChange={(event) => type(event.target.value)}
        onClick={(event) => {
          if (open) return close();
          show();
          event.currentTarget.select();
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {clearable && value !== '' ? (
        // For the mouse only: by keyboard one empties the field.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={styles.clear}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            close();
            onChange('');
          }}
        >
          <IconX {...smallIcon} />
        </button>
      ) : (
        <IconChevronDown {...smallIcon} aria-hidden="true" className={styles.arrow} />
      )}
      {open && (
        <OptionList
          id={listId}
          label={label}
          anchor={input}
          options={matches.map((choice) => ({ id: optionId(choice), choice }))}
          activeIndex={activeIndex}
          value={value}
          onChoose={choose}
          onHidden={close}
        />
      )}
    </span>
  );
}

type OptionListProps = {
  id: string;
  label: string;
  anchor: { readonly current: HTMLInputElement | null };
  options: readonly { id: string; choice: SelectChoice }[];
  activeIndex: number;
  value: string;
  onChoose: (choice: SelectChoice) => void;
  onHidden: () => void;
};

/** The list in the top layer, so that no pane or dialog cuts it off. The focus stays in the field. */
function OptionList({ id, label, anchor, options, activeIndex, value, onChoose, onHidden }: OptionListProps) {
  const { t } = useLingui();
  const popover = useRef<HTMLDivElement>(null);
  const hidden = useRef(onHidden);
  useEffect(() => {
    hidden.current = onHidden;
  });

  useLayoutEffect(() => {
    const [element, input] = [popover.current, anchor.current];
    if (element === null || input === null) return;
    element.style.inlineSize = `${input.getBoundingClientRect().width}px`;
    return showBeside(element, input, 'start', () => hidden.current());
  }, [anchor]);

  // Fewer options make it shorter, which matters above the field.
  useLayoutEffect(() => {
    if (popover.current !== null && anchor.current !== null && options.length >= 0)
      place(popover.current, anchor.current, 'start');
  }, [anchor, options.length]);

  useLayoutEffect(() => {
    const option = popover.current?.querySelectorAll<HTMLElement>('[role="option"]')[activeIndex];
    if (option !== undefined && popover.current !== null) scrollInto(popover.current, option);
  }, [activeIndex]);

  return (
    <div ref={popover} popover="manual" className={styles.list}>
      {options.length === 0 ? (
        <p role="status" className={styles.empty}>{t`No results`}</p>
      ) : (
        <div id={id} role="listbox" aria-label={label}>
          {options.map((option, index) => (
            <button
              key={option.choice.value}
              id={option.id}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={option.choice.value === value}
              aria-disabled={option.choice.why !== undefined || undefined}
              data-active={index === activeIndex || undefined}
              className={styles.option}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option.choice)}
            >
              {option.choice.label}
              {option.choice.why !== undefined && <small>{option.choice.why}</small>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Scrolls the list, and nothing around it. */
function scrollInto(list: HTMLElement, option: HTMLElement): void {
  const above = option.offsetTop - list.scrollTop;
  const below = option.offsetTop + option.offsetHeight - (list.scrollTop + list.clientHeight);
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}

/** Choices that contain the typed text, ignoring case and accents. */
export function matchingChoices(choices: readonly SelectChoice[], typed: string | null): readonly SelectChoice[] {
  const wanted = foldText(typed?.trim() ?? '');
  return wanted === '' ? choices : choices.filter(({ label }) => foldText(label).includes(wanted));
}
