import { useLingui } from '@lingui/react/macro';

import { IconClockHour4, IconX } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { enterAct, useEnterChoice } from '../../../platform/enter-choice.ts';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { takesCaption } from '../file-kinds.ts';
import type { Attachments } from '../use-attachments.ts';
import styles from './composer.module.css';
import { ComposerTools } from './composer-tools.tsx';
import { Quote, type QuotedMessage } from './quote.tsx';

/** What one text message may hold, and from where on the count is shown, UTF-16 units (the provider's limit). */
export const textLimit = { most: 4096, shownFrom: 3500 } as const;

const AttachmentTray = lazyPart(() => import('./attachment-tray.tsx').then((part) => part.AttachmentTray));
const VoiceBar = lazyPart(() => import('./voice-bar.tsx').then((part) => part.VoiceBar));

export type ComposerHandle = {
  focus: () => void;
  /** Puts words into the field, behind what stands there. */
  insert: (text: string) => void;
  /** Whether a voice message is being recorded, which leaving would throw away. */
  recording: boolean;
};

export type ComposerProps = {
  /** Stands over the field: what else can be written here. */
  tabs?: ReactNode;
  /** What was begun before. */
  initialText: string;
  placeholder: string;
  /** How long the window stays open, in words. */
  windowWords: { tone: 'ok' | 'warn' | 'bad'; until: string; left: string } | null;
  quoted?: QuotedMessage;
  onUnquote?: () => void;
  onChange: (text: string) => void;
  /** `done`: mark the conversation as done with it. Rejects when nothing was queued; then the text stays. */
  onSend: (text: string, done: boolean) => Promise<void>;
  /** Files for the next message, which `onSend` sends too; without it nothing can be attached. */
  attachments?: Attachments;
  /** Queues a voice message. Rejects when nothing was queued. */
  onVoice?: (recording: Blob) => Promise<void>;
  ref?: Ref<ComposerHandle>;
};

/** The field for a reply: grows to eight lines; Enter sends, or begins a line where the person chose that. */
export function Composer(props: ComposerProps) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(props.initialText);
  const [failed, setFailed] = useState(false);
  const enter = useEnterChoice((state) => state.choice);
  const { attachments, onVoice } = props;
  const [speaking, setSpeaking] = useState(false);
  useGrowing(field, text);
  useFieldAfter(speaking, field);
  useImperativeHandle(props.ref, () => ({
    focus: () => field.current?.focus(),
    insert: (added) => {
      change(text.trim() === '' ? added : `${text}\n${added}`);
      field.current?.focus();
    },
    recording: speaking,
  }));

  const files = attachments?.files ?? [];
  const single = files.length === 1 && files[0]?.prepared !== undefined && takesCaption(files[0].prepared.kind);
  const unready = files.some(({ state }) => state !== 'ready');
  const tooLong = text.length > textLimit.most;
  const empty = text.trim() === '' && files.length === 0;
  const change = (next: string) => {
    setText(next);
    props.onChange(next);
  };
  const send = async (done: boolean) => {
    if (empty || tooLong || unready) return;
    setFailed(false);
    change('');
    try {
      await props.onSend(text, done);
    } catch {
      setFailed(true);
      change(text);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the choice of a word in Japanese, Chinese and Korean input.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const act = enterAct(enter, event);
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
  if (speaking && onVoice !== undefined) {
    return (
      <footer className={styles.composer}>
        <Suspense fallback={<div className={styles.acts} />}>
          <VoiceBar onSend={onVoice} onClose={() => setSpeaking(false)} />
        </Suspense>
      </footer>
    );
  }

  const placeholder =
    files.length === 0
      ? props.placeholder
      : single
        ? t`Caption, if you like`
        : t`A message after the files, if you like`;

  return (
    <footer className={styles.composer}>
      <div className={styles.top}>
        {props.tabs ?? <span className={styles.title}>{t`Reply`}</span>}
        <WindowLeft words={props.windowWords} />
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
      <textarea
        ref={field}
        className={styles.field}
        dir="auto"
        rows={1}
        value={text}
        placeholder={placeholder}
        aria-label={t`Reply`}
        aria-invalid={tooLong || undefined}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className={styles.acts}>
        {attachments !== undefined && onVoice !== undefined && (
          <span className={styles.tools}>
            <ComposerTools
              onFiles={(picked) => {
                attachments.add(picked);
                field.current?.focus();
              }}
              onVoice={() => setSpeaking(true)}
            />
          </span>
        )}
        <span className={styles.hint}>
          {failed ? (
            <span className={styles.over}>{t`This browser could not keep the message. Nothing was sent.`}</span>
          ) : (
            <TextCount length={text.length} limit={textLimit}>
              {enter === 'send'
                ? t`Enter sends, Shift+Enter begins a new line`
                : t`Ctrl+Enter sends, Enter begins a new line`}
            </TextCount>
          )}
        </span>
        <Button variant="filled" blocked={empty || tooLong || unready} onClick={() => void send(false)}>
          {t`Send`}
          <kbd className={styles.key}>{enter === 'send' ? '↵' : t`Ctrl ↵`}</kbd>
        </Button>
      </div>
    </footer>
  );
}

function WindowLeft({ words }: { words: ComposerProps['windowWords'] }) {
  const { t } = useLingui();
  if (words === null) return null;
  return (
    <span className={styles.window}>
      <IconClockHour4 {...smallIcon} className={styles[words.tone]} />
      <span>
        {t`Open`} <span className={styles.desk}>{t`until ${words.until}`}</span> ·{' '}
        <span className={`${styles.left} ${styles[words.tone]}`}>{words.left}</span>
      </span>
    </span>
  );
}

/** The field has the focus again when what took its place is gone. */
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
  /** Stands there until the count matters. */
  children: ReactNode;
};

/** Quiet until it matters: then how much of the limit is used, or by how much it is passed. */
export function TextCount({ length, limit, children }: TextCountProps) {
  const { t, i18n } = useLingui();
  if (length < limit.shownFrom) return <span className={styles.keys}>{children}</span>;
  const used = i18n.number(length);
  const most = i18n.number(limit.most);
  if (length <= limit.most) return t`${used} of ${most}`;
  const over = i18n.number(length - limit.most);
  return <span className={styles.over}>{t`${used} of ${most}: shorten it by ${over}`}</span>;
}

/** Makes a field as high as its text, up to the eight lines its style allows. */
export function useGrowing(field: { current: HTMLTextAreaElement | null }, text: string): void {
  const grow = useRef(() => {
    const element = field.current;
    if (element === null) return;
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
