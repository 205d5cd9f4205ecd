import { useLingui } from '@lingui/react/macro';
import { suggestEmojis } from './emoji-data.ts';
import styles from './emoji-suggestions.module.css';
import { TypedSuggestions, type TypedSuggestionsProps } from './typed-suggestions.tsx';

export type EmojiSuggestionsProps = Pick<TypedSuggestionsProps, 'onChoose' | 'onClose' | 'ref'> & {
  /** What follows the colon. */
  typed: string;
};

/** Emojis for what is typed after a colon. */
export function EmojiSuggestions({ typed, ...props }: EmojiSuggestionsProps) {
  const { t } = useLingui();
  const options = suggestEmojis(typed).map(({ emoji, code }) => ({
    value: emoji,
    shown: (
      <>
        <span className={styles.emoji}>{emoji}</span>
        <bdi>:{code}:</bdi>
      </>
    ),
  }));
  return <TypedSuggestions label={t`Emoji`} options={options} {...props} />;
}
