import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type Ref, useImperativeHandle, useState } from 'react';
import styles from '../emoji/emoji-suggestions.module.css';
import { findVariables, type MergeValues } from './typed-variable.ts';

export type VariableSuggestionsHandle = {
  /** @returns whether the key was for the list */
  onKeyDown: (event: KeyboardEvent) => boolean;
};

export type VariableSuggestionsProps = {
  /** What follows the braces. */
  typed: string;
  values: MergeValues;
  onChoose: (name: string) => void;
  onClose: () => void;
  ref?: Ref<VariableSuggestionsHandle>;
};

/** Variables for what is typed after two braces: arrows choose, Enter or Tab inserts, Escape closes. */
export function VariableSuggestions({ typed, values, onChoose, onClose, ref }: VariableSuggestionsProps) {
  const { t } = useLingui();
  const [index, setIndex] = useState(0);
  const shown = findVariables(values, typed);
  const active = Math.min(index, shown.length - 1);
  useImperativeHandle(ref, () => ({
    onKeyDown: (event) => {
      const chosen = shown[active];
      if (event.nativeEvent.isComposing || chosen === undefined) return false;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (event.key === 'Escape') onClose();
      else if (step !== 0) setIndex((active + step + shown.length) % shown.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) onChoose(chosen.name);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  }));
  if (shown.length === 0) return null;
  return (
    <div role="listbox" aria-label={t`Variables`} className={styles.list}>
      {shown.map(({ name, value }, at) => (
        <button
          key={name}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.option}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
        >
          <bdi>{name}</bdi>
          <bdi className={styles.value}>{value ?? t`no value`}</bdi>
        </button>
      ))}
    </div>
  );
}
