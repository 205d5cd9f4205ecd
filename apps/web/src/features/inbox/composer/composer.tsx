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
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { enterAction, useEnterChoice } from '../../../platform/enter-choice.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { pressOf } from '../../../ui/commands/keys.ts';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ReplyPicker } from '../../templates/public.ts';
import type { Finger } from '../bubble/actions/use-hold.ts';
import { FormattedText } from '../bubble/formatted-text.tsx';
import { takesCaption } from '../bubble/media/file-kinds.ts';
import { Quote, type QuotedMessage } from '../bubble/quote.tsx';
import type { VariableProblem } from './check-variables.ts';
import styles from './composer.module.css';
import { ComposerSuggestions, useSuggestions } from './composer-suggestions.tsx';
import { ComposerTools } from './composer-tools.tsx';
import { SendLaterDialog } from './deferred-send-later.ts';
import { markOfKey } from './mark-keys.ts';
import { loadReplyFiles } from './reply-files.ts';
import { TextCount } from './text-count.tsx';
import { type MergeValues, readsAs } from './typed-variable.ts';
import type { Attachments } from './use-attachments.ts';
import { useGrowing } from './use-growing.ts';
import { useVariableCheck } from './use-variable-check.ts';
import { VariableText } from './variable-text.tsx';

/**
 * The maximum length of a text message, and the length from which the count is shown, UTF-16 units (the provider's
 * limit).
 */
export const textLimit = { most: 4096, shownFrom: 3500 } as const;

const typing = () => import('./replace-text.ts');
const AttachmentTray = lazyComponent(() => import('./attachment-tray.tsx').then((part) => part.AttachmentTray));
const VoiceBar = lazyComponent(() => import('./voice/voice-bar.tsx').then((part) => part.VoiceBar));

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
  /** The reply window is closed: what is written is sent when the customer replies. */
  closed?: { since: ReactNode; notice: ReactNode } | undefined;
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
  /** What variables are filled in with; without it none are offered or shown filled in. */
  values?: MergeValues;
  /** Files of the next message, which `onSend` sends too; without it nothing can be attached. */
  attachments?: Attachments;
  /** Opens the form of a message with buttons; without it only the text of such a saved reply is inserted. */
  onButtons?: ((reply: SessionTemplate) => void) | undefined;
  /** The text that the up arrow brings back into the empty field; null for none. */
  onRecall?: () => string | null;
  /** Takes back the message sent last that has not left yet. @returns whether there was one */
  onUndoSend?: () => boolean;
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
  const variables = useVariableCheck(field, props.onCheck);
  const suggestions = useSuggestions(text);
  const problemId = useId();
  const enter = useEnterChoice((state) => state.choice);
  const { attachments, onVoice, closed } = props;
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
  const empty = text.trim() === '' && files.length === 0;
  const write = (words: string, from: number, to: number) => {
    const { current } = field;
    if (current !== null) void typing().then(({ replaceText }) => replaceText(current, { from, to, words }));
  };
  const show = (next: string) => {
    setText(next);
    variables.forget();
    setFilesLost(false);
  };
  const change = (next: string) => {
    show(next);
    props.onChange(next);
  };
  const ready = async (again: () => void) =>
    !(empty || tooLong || unready) && (await variables.passes(text, words, again));
  const plan = () => void ready(plan).then(setPlanning);
  const send = async (done: boolean, sendAt = closed === undefined ? null : 'reply') => {
    if (!(await ready(() => void send(done, sendAt)))) return;
    if (sendAt === null && props.onBeforeSend !== undefined && !(await props.onBeforeSend())) return;
    setFailed(false);
    show('');
    try {
      await props.onSend(text, done, sendAt, variables.asTyped());
      variables.sent();
    } catch {
      setFailed(true);
      change(text);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggestions.onKeyDown(event)) return;
    const mark = markOfKey(event);
    if (mark !== null && field.current !== null) {
      event.preventDefault();
      const { current } = field;
      void typing().then(({ typeMark }) => typeMark(current, mark));
      return;
    }
    // Without one, the field undoes what was typed.
    if (pressOf(event) === 'mod+z' && props.onUndoSend?.()) return event.preventDefault();
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
  const onReply = (reply: SessionTemplate) => {
    const { onButtons } = props;
    const asks = reply.buttons.length > 0 && onButtons !== undefined;
    change(asks ? '' : reply.body);
    field.current?.focus();
    if (asks) onButtons(reply);
    else if (attachments !== undefined && reply.attachments.length > 0) {
      setFilesLost(false);
      loadReplyFiles(reply).then(attachments.add, () => setFilesLost(true));
    }
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

  const shown = readsAs(text, props.values);
  const placeholder =
    files.length === 0 ? props.placeholder : single ? t`Caption (optional)` : t`Message after the files (optional)`;

  return (
    <footer className={styles.composer}>
      <div className={styles.top}>
        {props.tabs ?? <span className={styles.title}>{t`Reply`}</span>}
        {closed?.since ?? <WindowLeft words={props.windowText} cost={props.cost} />}
      </div>
      {closed?.notice}
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
      <ComposerSuggestions found={suggestions} values={props.values} onReply={onReply} onWords={write} />
      {(hasFormatting(text) || shown !== text) && (
        <section className={styles.preview} dir="auto" aria-label={t`Preview`}>
          <FormattedText text={shown} />
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
        aria-invalid={tooLong || variables.problem !== null || undefined}
        aria-describedby={variables.problem === null ? undefined : problemId}
        onChange={(event) => {
          suggestions.setCursor(event.target.selectionEnd);
          change(event.target.value);
        }}
        onSelect={(event) => suggestions.setCursor(event.currentTarget.selectionEnd)}
        onFocus={() => void ReplyPicker.preload().catch(() => undefined)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {variables.problem !== null && (
        <div className={styles.problem}>
          <VariableText id={problemId} problem={variables.problem} onAsTyped={variables.letStay} />
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
              noVoice={closed && t`Voice messages can be recorded when the customer has replied.`}
              onVoice={(finger) => setSpeaking({ finger })}
              // All templates are offered above the field then.
              onTemplate={closed === undefined ? props.onTemplate : undefined}
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
              {closed !== undefined
                ? null
                : enter === 'send'
                  ? t`Enter to send · Shift+Enter for a new line`
                  : t`Ctrl+Enter to send · Enter for a new line`}
            </TextCount>
          )}
        </span>
        {closed === undefined && (
          <IconButton label={t`Send later`} aria-disabled={empty || tooLong || unready || undefined} onClick={plan}>
            <IconCalendarClock {...icon} />
          </IconButton>
        )}
        <Button variant="filled" blocked={empty || tooLong || unready} onClick={() => void send(false)}>
          {closed === undefined ? t`Send` : t`Send when they reply`}
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
