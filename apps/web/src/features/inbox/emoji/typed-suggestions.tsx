import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import styles from './typed-suggestions.module.css';

export type TypedSuggestionsHandle = {
  /** @returns whether the key was for the list */
  onKeyDown: (event: KeyboardEvent) => boolean;
};

export type TypedSuggestionsProps = {
  label: string;
  /** What is inserted, which is different for each, and what is shown of it. */
  options: readonly { value: string; shown: ReactNode }[];
  onChoose: (value: string) => void;
  onClose: () => void;
  ref?: Ref<TypedSuggestionsHandle> | undefined;
};

/** What fits what is typed in the message field: arrows choose, Enter or Tab inserts, Escape closes. */
export function TypedSuggestions({ label, options, onChoose, onClose, ref }: TypedSuggestionsProps) {
  const [index, setIndex] = useState(0);
  const active = Math.min(index, options.length - 1);
  useImperativeHandle(ref, () => ({
    onKeyDown: (event) => {
      const chosen = options[active];
      if (event.nativeEvent.isComposing || chosen === undefined) return false;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (event.key === 'Escape') onClose();
      else if (step !== 0) setIndex((active + step + options.length) % options.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) onChoose(chosen.value);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  }));
  if (options.length === 0) return null;
  return (
    <div role="listbox" aria-label={label} className={styles.list}>
      {options.map(({ value, shown }, at) => (
        <button
          key={value}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.option}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          {shown}
        </button>
      ))}
    </div>
  );
}
