import { useLingui } from '@lingui/react/macro';
import { EmojiPicker as Picker } from 'frimousse';
import { useEffect, useRef } from 'react';
import { pickerData } from './emoji-data.ts';
import styles from './emoji-picker.module.css';

export type EmojiPickerProps = { onChoose: (emoji: string) => void };

/** All emojis by category, with search and skin tones; arrows move, Enter chooses. */
export function EmojiPicker({ onChoose }: EmojiPickerProps) {
  const { t, i18n } = useLingui();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the menu that led here has given the focus back.
    const timer = setTimeout(() => search.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <Picker.Root
      className={styles.picker}
      locale={i18n.locale}
      columns={8}
      resolveEmojiData={pickerData}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <div className={styles.top}>
        <Picker.Search
          ref={search}
          className={styles.search}
          aria-label={t`Search emoji`}
          placeholder={t`Search emoji`}
        />
        <Picker.SkinToneSelector className={styles.tone} aria-label={t`Skin tone`} />
      </div>
      <Picker.Viewport className={styles.viewport}>
        <Picker.Loading className={styles.none}>{t`Loading emoji`}</Picker.Loading>
        <Picker.Empty className={styles.none}>{t`No emoji found`}</Picker.Empty>
        <Picker.List
          className={styles.list}
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div {...props} className={styles.category}>
                {category.label}
              </div>
            ),
            Row: ({ children, ...props }) => (
              <div {...props} className={styles.row}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button {...props} className={styles.emoji} data-active={emoji.isActive || undefined}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Picker.Viewport>
    </Picker.Root>
  );
}
