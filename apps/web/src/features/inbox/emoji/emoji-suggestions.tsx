import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type Ref, useImperativeHandle, useState } from 'react';
import { suggestEmojis } from './emoji-data.ts';
import styles from './emoji-suggestions.module.css';

export type EmojiSuggestionsHandle = {
  /** @returns whether the key was for the list */
  onKeyDown: (event: KeyboardEvent) => boolean;
};

export type EmojiSuggestionsProps = {
  /** What follows the colon. */
  typed: string;
  onChoose: (emoji: string) => void;
  onClose: () => void;
  ref?: Ref<EmojiSuggestionsHandle>;
};

/** Emojis for what is typed after a colon: arrows choose, Enter or Tab inserts, Escape closes. */
export function EmojiSuggestions({ typed, onChoose, onClose, ref }: EmojiSuggestionsProps) {
  const { t } = useLingui();
  const [index, setIndex] = useState(0);
  const shown = suggestEmojis(typed);
  const active = Math.min(index, shown.length - 1);
  useImperativeHandle(ref, () => ({
    onKeyDown: (event) => {
      const chosen = shown[active];
      if (event.nativeEvent.isComposing || chosen === undefined) return false;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (event.key === 'Escape') onClose();
      else if (step !== 0) setIndex((active + step + shown.length) % shown.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) onChoose(chosen.emoji);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  }));
  if (shown.length === 0) return null;
  return (
    <div role="listbox" aria-label={t`Emoji`} className={styles.list}>
      {shown.map(({ emoji, code }, at) => (
        <button
          key={emoji}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.option}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(emoji)}
        >
          <span className={styles.emoji}>{emoji}</span>
          <bdi>:{code}:</bdi>
        </button>
      ))}
    </div>
  );
}
