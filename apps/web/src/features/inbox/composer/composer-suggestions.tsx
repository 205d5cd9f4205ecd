import type { SessionTemplate } from '@parley/contract/types';
import { type KeyboardEvent, useRef, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { ReplyPicker, type ReplyPickerHandle } from '../../templates/public.ts';
import type { EmojiSuggestionsProps } from '../emoji/emoji-suggestions.tsx';
import { emojiTypedAt } from '../emoji/find-emojis.ts';
import type { TypedSuggestionsHandle } from '../emoji/typed-suggestions.tsx';
import { type MergeValues, readsAs, variableTypedAt } from './typed-variable.ts';
import type { VariableSuggestionsProps } from './variable-suggestions.tsx';

const EmojiSuggestions = lazyComponent<EmojiSuggestionsProps>(
  () => import('../emoji/emoji-suggestions.tsx').then((part) => part.EmojiSuggestions),
  { fallback: null },
);

const VariableSuggestions = lazyComponent<VariableSuggestionsProps>(
  () => import('./variable-suggestions.tsx').then((part) => part.VariableSuggestions),
  { fallback: null },
);

type Suggestions = ReturnType<typeof useSuggestions>;

/** What the text at the cursor looks for: a saved reply after a slash, an emoji after a colon, or a variable after two braces. */
export function useSuggestions(text: string) {
  const replies = useRef<ReplyPickerHandle>(null);
  const emojis = useRef<TypedSuggestionsHandle>(null);
  const variables = useRef<TypedSuggestionsHandle>(null);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [cursor, setCursor] = useState(0);
  const isClosed = closedAt === text;
  // A text that is nothing but a slash and what follows it looks for a saved reply.
  const slash = isClosed ? null : (/^\/(\S*)$/.exec(text)?.[1] ?? null);
  const emoji = isClosed || slash !== null ? null : emojiTypedAt(text, Math.min(cursor, text.length));
  const variable = isClosed ? null : variableTypedAt(text, Math.min(cursor, text.length));
  return {
    slash,
    emoji,
    variable,
    variables,
    replies,
    emojis,
    setCursor,
    close: () => setClosedAt(text),
    /** @returns whether the list took the key */
    onKeyDown: (event: KeyboardEvent): boolean =>
      (slash !== null && replies.current?.onKeyDown(event) === true) ||
      (emoji !== null && emojis.current?.onKeyDown(event) === true) ||
      (variable !== null && variables.current?.onKeyDown(event) === true),
  };
}

/** The lists that `useSuggestions` asks for. `onWords` replaces the part of the text from `from` to `to`. */
export function ComposerSuggestions({
  found: { slash, emoji, variable, replies, emojis, variables, close },
  values,
  onReply,
  onWords,
}: {
  found: Suggestions;
  onReply: (reply: SessionTemplate) => void;
  /** Without it no variables are offered. */
  values: MergeValues | undefined;
  onWords: (words: string, from: number, to: number) => void;
}) {
  return (
    <>
      {slash !== null && (
        <ReplyPicker
          ref={replies}
          typed={slash}
          readsAs={(body) => readsAs(body, values)}
          onChoose={onReply}
          onClose={close}
        />
      )}
      {emoji !== null && (
        <EmojiSuggestions
          ref={emojis}
          typed={emoji.typed}
          onChoose={(chosen) => onWords(`${chosen} `, emoji.from, emoji.from + emoji.typed.length + 1)}
          onClose={close}
        />
      )}
      {variable !== null && values !== undefined && (
        <VariableSuggestions
          ref={variables}
          typed={variable.typed}
          values={values}
          onChoose={(name) => onWords(`{{${name}}}`, variable.from, variable.from + variable.typed.length + 2)}
          onClose={close}
        />
      )}
    </>
  );
}
