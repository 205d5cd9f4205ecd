import { useLingui } from '@lingui/react/macro';

import type { SessionTemplate } from '@parley/contract/types';
import { hasFormatting } from '@parley/contract/whatsapp-text';
import { IconCalendarClock, IconClockHour4, IconX } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { enterAction, useEnterChoice } from '../../../platform/enter-choice.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ReplyPicker, type ReplyPickerHandle } from '../../templates/public.ts';
import { mayNeedCheck, spanOf, type VariableProblem } from '../data/check-variables.ts';
import { emojiTypedAt } from '../data/emoji/find-emojis.ts';
import { takesCaption } from '../data/file-kinds.ts';
import { markOfKey } from '../data/mark-keys.ts';
import { loadReplyFiles } from '../data/reply-files.ts';
import type { Attachments } from '../data/use-attachments.ts';
import type { Finger } from '../data/use-hold.ts';
import styles from './composer.module.css';
import { ComposerTools } from './composer-tools.tsx';
import { SendLaterDialog } from './deferred-send-later.ts';
import type { EmojiSuggestionsHandle, EmojiSuggestionsProps } from './emoji/emoji-suggestions.tsx';
import { FormattedText } from './formatted-text.tsx';
import { Quote, type QuotedMessage } from './quote.tsx';
import { VariableText } from './variable-text.tsx';

/**
 * The maximum length of a text message, and the length from which the count is shown, UTF-16 units (the provider's
 * limit).
 */
export const textLimit = { most: 4096, shownFrom: 3500 } as const;

const typing = () => import('../data/replace-text.ts');
const EmojiSuggestions = lazyComponent<EmojiSuggestionsProps>(
  () => import('./emoji/emoji-suggestions.tsx').then((part) => part.EmojiSuggestions),
  { fallback: null },
);
const AttachmentTray = lazyComponent(() => import('./attachment-tray.tsx').then((part) => part.AttachmentTray));
const VoiceBar = lazyComponent(() => import('./voice-bar.tsx').then((part) => part.VoiceBar));

export type ComposerHandle = {
  focus: () => void;
  /** Appends text to the field. @returns what the field has then */
  insert: (text: string) => string;
  /** Puts this text into the field. */
  replace: (text: string) => void;
  /** Whether a voice message is being recorded, which leaving would discard. */
  recording: boolean;
};

export type ComposerProps = {
  /** Shown above the field: the other kinds of messages that can be written here. */
  tabs?: ReactNode;
  /** The draft. */
  initialText: string;
  /** A text that came from another device of the member; shown unless the field is in use. */
  taken?: { text: string } | undefined;
  placeholder: string;
  /** How long the window stays open, as text. */
  windowText: { tone: 'ok' | 'warn' | 'bad'; until: string; left: string } | null;
  /** What a reply costs, behind how long the window stays open. */
  cost?: ReactNode;
  /** When the window closes; null where there is none. */
  windowExpiresAt: string | null;
  nowMs: number;
  quoted?: QuotedMessage;
  onUnquote?: () => void;
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
  /** Files of the next message, which `onSend` sends too; without it nothing can be attached. */
  attachments?: Attachments;
  /** Opens the form of a message with buttons; without it only the text of such a saved reply is inserted. */
  onButtons?: ((reply: SessionTemplate) => void) | undefined;
  /** The text that the up arrow brings back into the empty field; null for none. */
  onRecall?: () => string | null;
  /** Opens the templates; absent where there are none. */
  onTemplate?: (() => void) | undefined;
  /** A button for what else can be sent. */
  more?: ReactNode;
  /** Queues a voice message. Rejects when nothing was queued. */
  onVoice?: (recording: Blob) => Promise<void>;
  ref?: Ref<ComposerHandle>;
};

/** The field for a reply: grows to eight lines; Enter sends, or makes a new line where the user chose that. */
export function Composer(props: ComposerProps) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(props.initialText);
  const [failed, setFailed] = useState(false);
  const [filesLost, setFilesLost] = useState(false);
  const [problem, setProblem] = useState<VariableProblem | null>(null);
  const checking = useRef(false);
  /** What the member wants to send as it stands, until the text is sent; and what they pressed when asked. */
  const asTyped = useRef<readonly string[]>([]);
  const pressed = useRef<() => void>(() => undefined);
  const replies = useRef<ReplyPickerHandle>(null);
  const suggestions = useRef<EmojiSuggestionsHandle>(null);
  /** The text for which the saved replies or the emojis were closed. */
  const [noReplies, setNoReplies] = useState<string | null>(null);
  const [cursor, setCursor] = useState(0);
  const problemId = useId();
  const enter = useEnterChoice((state) => state.choice);
  const { attachments, onVoice } = props;
  const [speaking, setSpeaking] = useState<{ finger: Finger | undefined } | null>(null);
  const [planning, setPlanning] = useState(false);
  const [seen, setSeen] = useState(props.taken);
  if (props.taken !== seen) {
    setSeen(props.taken);
    if (props.taken !== undefined && document.activeElement !== field.current) setText(props.taken.text);
  }
  useGrowing(field, text);
  useFieldAfter(speaking !== null, field);
  useImperativeHandle(props.ref, () => ({
    focus: () => field.current?.focus(),
    insert: (added) => {
      const next = text.trim() === '' ? added : `${text}\n${added}`;
      change(next);
      field.current?.focus();
      return next;
    },
    replace: (next) => {
      change(next);
      field.current?.focus();
    },
    recording: speaking !== null,
  }));

  const files = attachments?.files ?? [];
  const single = files.length === 1 && files[0]?.prepared !== undefined && takesCaption(files[0].prepared.kind);
  const unready = files.some(({ state }) => state !== 'ready');
  const tooLong = text.length > textLimit.most;
  const words = [text, ...files.map(({ caption }) => caption)];
  const mayHoldVariables = words.some(mayNeedCheck);
  const empty = text.trim() === '' && files.length === 0;
  // A text that is nothing but a slash and what follows it looks for a saved reply.
  const slash = noReplies === text ? null : (/^\/(\S*)$/.exec(text)?.[1] ?? null);
  const emoji = noReplies === text || slash !== null ? null : emojiTypedAt(text, Math.min(cursor, text.length));
  const write = (words: string, from: number, to: number) => {
    const { current } = field;
    if (current !== null) void typing().then(({ replaceText }) => replaceText(current, { from, to, words }));
  };
  const show = (next: string) => {
    setText(next);
    setProblem(null);
    setFilesLost(false);
  };
  const change = (next: string) => {
    show(next);
    props.onChange(next);
  };
  /** @returns whether the text can be sent; otherwise the problem is selected */
  const check = async (): Promise<boolean> => {
    if (props.onCheck === undefined) return true;
    if (checking.current) return false;
    checking.current = true;
    try {
      const found = await props.onCheck(words.join('\n'), asTyped.current);
      // The text changed meanwhile: the check does not apply to it.
      if (field.current?.value !== text) return false;
      setProblem(found);
      const span = found && spanOf(text, found);
      if (found !== null) field.current.focus();
      if (span !== null) field.current.setSelectionRange(...span);
      return found === null;
    } finally {
      checking.current = false;
    }
  };
  const ready = async () => !(empty || tooLong || unready || (mayHoldVariables && !(await check())));
  const plan = () => {
    pressed.current = plan;
    void ready().then(setPlanning);
  };
  const send = async (done: boolean, sendAt: string | null = null) => {
    pressed.current = () => void send(done, sendAt);
    if (!(await ready())) return;
    if (sendAt === null && props.onBeforeSend !== undefined && !(await props.onBeforeSend())) return;
    setFailed(false);
    show('');
    try {
      await props.onSend(text, done, sendAt, asTyped.current);
      asTyped.current = [];
    } catch {
      setFailed(true);
      change(text);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (slash !== null && replies.current?.onKeyDown(event)) return;
    if (emoji !== null && suggestions.current?.onKeyDown(event)) return;
    const mark = markOfKey(event);
    if (mark !== null && field.current !== null) {
      event.preventDefault();
      const { current } = field;
      void typing().then(({ typeMark }) => typeMark(current, mark));
      return;
    }
    if (event.key === 'ArrowUp' && text === '' && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const recalled = props.onRecall?.() ?? null;
      if (recalled === null) return;
      event.preventDefault();
      write(recalled, 0, 0);
      return;
    }
    // Enter also confirms a word in Japanese, Chinese and Korean input.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const act = enterAction(enter, event);
    if (act === 'line') return;
    event.preventDefault();
    void send(act === 'send-done');
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (attachments === undefined || pasted.length === 0) return;
    event.preventDefault();
    attachments.add(pasted);
  };
  if (speaking !== null && onVoice !== undefined) {
    return (
      <footer className={styles.composer}>
        <Suspense fallback={<div className={styles.acts} />}>
          <VoiceBar finger={speaking.finger} onSend={onVoice} onClose={() => setSpeaking(null)} />
        </Suspense>
      </footer>
    );
  }

  const placeholder =
    files.length === 0 ? props.placeholder : single ? t`Caption (optional)` : t`Message after the files (optional)`;

  return (
    <footer className={styles.composer}>
      <div className={styles.top}>
        {props.tabs ?? <span className={styles.title}>{t`Reply`}</span>}
        <WindowLeft words={props.windowText} cost={props.cost} />
      </div>
      {props.quoted !== undefined && (
        <div className={styles.quoted}>
          <Quote quoted={props.quoted} />
          <IconButton label={t`Answer without quoting`} size="sm" onClick={props.onUnquote}>
            <IconX {...icon} />
          </IconButton>
        </div>
      )}
      {attachments !== undefined && files.length + attachments.leftOut > 0 && (
        <Suspense fallback={null}>
          <AttachmentTray attachments={attachments} captions={files.length > 1} onSend={() => void send(false)} />
        </Suspense>
      )}
      {slash !== null && (
        <ReplyPicker
          ref={replies}
          typed={slash}
          onChoose={(reply) => {
            const { onButtons } = props;
            const asks = reply.buttons.length > 0 && onButtons !== undefined;
            change(asks ? '' : reply.body);
            field.current?.focus();
            if (asks) onButtons(reply);
            else if (attachments !== undefined && reply.attachments.length > 0) {
              setFilesLost(false);
              loadReplyFiles(reply).then(attachments.add, () => setFilesLost(true));
            }
          }}
          onClose={() => setNoReplies(text)}
        />
      )}
      {emoji !== null && (
        <EmojiSuggestions
          ref={suggestions}
          typed={emoji.typed}
          onChoose={(chosen) => write(`${chosen} `, emoji.from, emoji.from + emoji.typed.length + 1)}
          onClose={() => setNoReplies(text)}
        />
      )}
      {hasFormatting(text) && (
        <section className={styles.preview} dir="auto" aria-label={t`Preview`}>
          <FormattedText text={text} />
        </section>
      )}
      <textarea
        ref={field}
        className={styles.field}
        dir="auto"
        rows={1}
        value={text}
        placeholder={placeholder}
        aria-label={t`Reply`}
        aria-invalid={tooLong || problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        onChange={(event) => {
          setCursor(event.target.selectionEnd);
          change(event.target.value);
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionEnd)}
        onFocus={() => void ReplyPicker.preload().catch(() => undefined)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {problem !== null && (
        <div className={styles.problem}>
          <VariableText
            id={problemId}
            problem={problem}
            onAsTyped={() => {
              asTyped.current = [...asTyped.current, problem.name];
              setProblem(null);
              pressed.current();
            }}
          />
        </div>
      )}
      <div className={styles.acts}>
        {attachments !== undefined && onVoice !== undefined && (
          <span className={styles.tools}>
            <ComposerTools
              onFiles={(picked) => {
                attachments.add(picked);
                field.current?.focus();
              }}
              onVoice={(finger) => setSpeaking({ finger })}
              onTemplate={props.onTemplate}
              more={props.more}
              onEmoji={(chosen) => {
                const { current } = field;
                if (current !== null) write(chosen, current.selectionStart, current.selectionEnd);
              }}
            />
          </span>
        )}
        <span className={styles.hint}>
          {filesLost ? (
            <span role="alert" className={styles.over}>{t`Couldn't attach the files of this reply.`}</span>
          ) : failed ? (
            <span className={styles.over}>{t`Couldn't save the message on this device. Nothing was sent.`}</span>
          ) : (
            <TextCount length={text.length} limit={textLimit}>
              {enter === 'send'
                ? t`Enter to send · Shift+Enter for a new line`
                : t`Ctrl+Enter to send · Enter for a new line`}
            </TextCount>
          )}
        </span>
        <IconButton label={t`Send later`} aria-disabled={empty || tooLong || unready || undefined} onClick={plan}>
          <IconCalendarClock {...icon} />
        </IconButton>
        <Button variant="filled" blocked={empty || tooLong || unready} onClick={() => void send(false)}>
          {t`Send`}
          <kbd className={styles.key}>{enter === 'send' ? '↵' : t`Ctrl ↵`}</kbd>
        </Button>
      </div>
      {planning && (
        <Suspense>
          <SendLaterDialog
            title={t`Send later`}
            confirm={t`Schedule message`}
            nowMs={props.nowMs}
            windowExpiresAt={props.windowExpiresAt}
            onChoose={(at) => void send(false, at)}
            onClose={() => setPlanning(false)}
          />
        </Suspense>
      )}
    </footer>
  );
}

function WindowLeft({ words, cost }: { words: ComposerProps['windowText']; cost: ReactNode }) {
  const { t } = useLingui();
  if (words === null) return null;
  return (
    <span className={styles.window}>
      <IconClockHour4 {...smallIcon} className={styles[words.tone]} />
      <span>
        {t`Open`} <span className={styles.desk}>{t`until ${words.until}`}</span> ·{' '}
        <span className={`${styles.left} ${styles[words.tone]}`}>{words.left}</span>
        {cost}
      </span>
    </span>
  );
}

/** Focuses the field again after it was replaced and is back. */
function useFieldAfter(taken: boolean, field: { current: HTMLTextAreaElement | null }): void {
  const wasTaken = useRef(false);
  useLayoutEffect(() => {
    if (wasTaken.current && !taken) field.current?.focus();
    wasTaken.current = taken;
  }, [taken, field]);
}

export type TextCountProps = {
  length: number;
  limit: { most: number; shownFrom: number };
  /** Shown until the count matters. */
  children: ReactNode;
};

/** Hidden until close to the limit: then how much of it is used, or by how much it is exceeded. */
export function TextCount({ length, limit, children }: TextCountProps) {
  const { t, i18n } = useLingui();
  if (length < limit.shownFrom) return <span className={styles.keys}>{children}</span>;
  const used = i18n.number(length);
  const most = i18n.number(limit.most);
  if (length <= limit.most) return t`${used} of ${most}`;
  const over = i18n.number(length - limit.most);
  return <span className={styles.over}>{t`${used} of ${most}: shorten it by ${over}`}</span>;
}

/** Sets the height of a field to its text, up to the eight lines its style allows. */
export function useGrowing(field: { current: HTMLTextAreaElement | null }, text: string): void {
  const grow = useRef(() => {
    const element = field.current;
    // Most browsers do it by its style; asking for the height would lay out the page at every key.
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight}px`;
  });
  const measured = useRef('');
  useLayoutEffect(() => {
    if (measured.current === text) return;
    measured.current = text;
    grow.current();
  });
  useEffect(() => {
    const { current } = grow;
    window.addEventListener('resize', current);
    return () => window.removeEventListener('resize', current);
  }, []);
}
