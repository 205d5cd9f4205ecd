import type { SessionTemplate } from '@parley/contract/types';
import { type KeyboardEvent, useRef, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { ReplyPicker, type ReplyPickerHandle } from '../../templates/public.ts';
import { emojiTypedAt } from '../data/emoji/find-emojis.ts';
import type { EmojiSuggestionsHandle, EmojiSuggestionsProps } from './emoji/emoji-suggestions.tsx';

const EmojiSuggestions = lazyComponent<EmojiSuggestionsProps>(
  () => import('./emoji/emoji-suggestions.tsx').then((part) => part.EmojiSuggestions),
  { fallback: null },
);

type Suggestions = ReturnType<typeof useSuggestions>;

/** What the text at the cursor looks for: a saved reply after a slash, or an emoji after a colon. */
export function useSuggestions(text: string) {
  const replies = useRef<ReplyPickerHandle>(null);
  const emojis = useRef<EmojiSuggestionsHandle>(null);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [cursor, setCursor] = useState(0);
  const isClosed = closedAt === text;
  // A text that is nothing but a slash and what follows it looks for a saved reply.
  const slash = isClosed ? null : (/^\/(\S*)$/.exec(text)?.[1] ?? null);
  const emoji = isClosed || slash !== null ? null : emojiTypedAt(text, Math.min(cursor, text.length));
  return {
    slash,
    emoji,
    replies,
    emojis,
    setCursor,
    close: () => setClosedAt(text),
    /** @returns whether the list took the key */
    onKeyDown: (event: KeyboardEvent): boolean =>
      (slash !== null && replies.current?.onKeyDown(event) === true) ||
      (emoji !== null && emojis.current?.onKeyDown(event) === true),
  };
}

/** The lists that `useSuggestions` asks for. `onEmoji` replaces the part of the text from `from` to `to`. */
export function ComposerSuggestions({
  found: { slash, emoji, replies, emojis, close },
  onReply,
  onEmoji,
}: {
  found: Suggestions;
  onReply: (reply: SessionTemplate) => void;
  onEmoji: (words: string, from: number, to: number) => void;
}) {
  return (
    <>
      {slash !== null && <ReplyPicker ref={replies} typed={slash} onChoose={onReply} onClose={close} />}
      {emoji !== null && (
        <EmojiSuggestions
          ref={emojis}
          typed={emoji.typed}
          onChoose={(chosen) => onEmoji(`${chosen} `, emoji.from, emoji.from + emoji.typed.length + 1)}
          onClose={close}
        />
      )}
    </>
  );
}
