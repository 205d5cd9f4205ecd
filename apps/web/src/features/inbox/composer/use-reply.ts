import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { takesCaption } from '../bubble/media/file-kinds.ts';
import type { VariableProblem } from './check-variables.ts';
import type { Attachments } from './use-attachments.ts';
import { useVariableCheck } from './use-variable-check.ts';

/**
 * The maximum length of a text message, and the length from which the count is shown, UTF-16 units (the provider's
 * limit).
 */
export const textLimit = { most: 4096, shownFrom: 3500 } as const;

const typing = () => import('./replace-text.ts');

export type ComposerHandle = {
  focus: () => void;
  /** Adds text after what the field has. @returns what the field has then */
  insert: (text: string) => string;
  /** Puts text that was sent back before what was typed since. */
  putBack: (text: string) => void;
  /** Puts this text into the field. */
  replace: (text: string) => void;
  /** Whether a voice message is being recorded, which leaving would discard. */
  recording: boolean;
};

/** What happens to a reply. */
export type ReplyActions = {
  onChange: (text: string) => void;
  /**
   * Sends the text and empties the draft. `done`: also mark the conversation as done. `sendAt`: send it then. `asTyped`:
   * what stays as it stands. Rejects when nothing was queued; then the text stays.
   */
  onSend: (text: string, done: boolean, sendAt: string | null, asTyped: readonly string[]) => Promise<void>;
  /** Asked before something is sent at once; false keeps it in the field. */
  onBeforeSend?: () => Promise<boolean>;
  /** Why the text cannot be sent: a variable that has no value or does not exist, and is not to stay as it stands. */
  onCheck?: (text: string, asTyped: readonly string[]) => Promise<VariableProblem | null>;
  /** The text that the up arrow brings back into the empty field; null for none. */
  onRecall?: () => string | null;
  /** Takes back the message sent last that has not left yet. @returns whether there was one */
  onUndoSend?: () => boolean;
};

type Options = {
  initialText: string;
  taken: { text: string } | undefined;
  attachments: Attachments | undefined;
  actions: ReplyActions;
  /** What is sent waits for the customer’s next message. */
  waitsForReply: boolean;
  /** The field is replaced, by a recording. */
  isAway: boolean;
  ref: Ref<ComposerHandle> | undefined;
};

export type Reply = ReturnType<typeof useReply>;

/** The text of a reply while it is written, and its sending. */
export function useReply({ initialText, taken, attachments, actions, waitsForReply, isAway, ref }: Options) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initialText);
  const [failed, setFailed] = useState(false);
  const variables = useVariableCheck(field, actions.onCheck);
  const [seen, setSeen] = useState(taken);
  if (taken !== seen) {
    setSeen(taken);
    if (taken !== undefined && document.activeElement !== field.current) setText(taken.text);
  }
  useFocusOnReturn(isAway, field);

  const files = attachments?.files ?? [];
  const tooLong = text.length > textLimit.most;
  const empty = text.trim() === '' && files.length === 0;
  const blocked = empty || tooLong || files.some(({ state }) => state !== 'ready');
  const show = (next: string) => {
    setText(next);
    variables.forget();
  };
  const change = (next: string) => {
    show(next);
    actions.onChange(next);
  };
  const put = (next: string) => {
    change(next);
    field.current?.focus();
    return next;
  };
  const joined = (...parts: string[]) => parts.filter((part) => part.trim() !== '').join('\n');
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    insert: (added) => put(joined(text, added)),
    putBack: (sent) => put(joined(sent, text)),
    replace: put,
    recording: isAway,
  }));

  const words = [text, ...files.map(({ caption }) => caption)];
  const ready = async (again: () => void) => !blocked && (await variables.passes(text, words, again));
  const send = async (done: boolean, sendAt = waitsForReply ? 'reply' : null) => {
    if (!(await ready(() => void send(done, sendAt)))) return;
    if (sendAt === null && actions.onBeforeSend !== undefined && !(await actions.onBeforeSend())) return;
    setFailed(false);
    show('');
    try {
      await actions.onSend(text, done, sendAt, variables.asTyped());
      variables.sent();
    } catch {
      setFailed(true);
      change(text);
    }
  };
  return {
    field,
    text,
    change,
    /** Puts words in place of a part of the text, as if they were typed. */
    write: (typed: string, from: number, to: number) => {
      const { current } = field;
      if (current !== null) void typing().then(({ replaceText }) => replaceText(current, { from, to, words: typed }));
    },
    /** A single file takes the text as its caption. */
    isCaption: files.length === 1 && files[0]?.prepared !== undefined && takesCaption(files[0].prepared.kind),
    hasFiles: files.length > 0,
    tooLong,
    blocked,
    failed,
    problem: variables.problem,
    letStay: variables.letStay,
    ready,
    send,
  };
}

/** Focuses the field again after it was replaced and is back. Its cursor begins behind what it has. */
function useFocusOnReturn(away: boolean, field: RefObject<HTMLTextAreaElement | null>): void {
  const wasAway = useRef(false);
  useLayoutEffect(() => {
    const { current } = field;
    current?.setSelectionRange(current.value.length, current.value.length);
    if (wasAway.current && !away) field.current?.focus();
    wasAway.current = away;
  }, [away, field]);
}
