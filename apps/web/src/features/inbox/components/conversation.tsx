import { useLingui } from '@lingui/react/macro';
import { mostCaption } from '@parley/contract/media';
import type { Channel, Message, Thread } from '@parley/contract/types';
import { IconPlayerPause } from '@tabler/icons-react';
import { type Ref, Suspense, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { icon } from '../../../ui/icon.ts';
import { hoursAndMinutes, replyWindowAt } from '../../../ui/reply-window.ts';
import { contactName } from '../../contacts/public.ts';
import { useAccount, useConnectionState, useDraft, useMentioned, useMessageWindow, useRow } from '../../sync/public.ts';
import { TemplateSheet } from '../../templates/public.ts';
import { authorLabelOf } from '../author-label.ts';
import { markRead, sendText } from '../data.ts';
import { takesCaption } from '../file-kinds.ts';
import { markMentionsRead } from '../notes/mentions.ts';
import { beganNoteLast } from '../notes/note-draft.ts';
import { NoteField, type NoteFieldHandle } from '../notes/note-field.tsx';
import { type FileToSend, sendFiles } from '../send-files.ts';
import { type PickedFile, useAttachments } from '../use-attachments.ts';
import { useDroppedFiles } from '../use-dropped-files.ts';
import { useMessageWords } from '../use-message-words.ts';
import { channelNow, useNow } from '../use-now.ts';
import { useTimeWords } from '../use-time-words.ts';
import { ClosedComposer } from './closed-composer.tsx';
import { Composer, type ComposerHandle, type ComposerProps } from './composer.tsx';
import { type ComposerMode, ComposerTabs } from './composer-tabs.tsx';
import styles from './conversation.module.css';
import { ConversationTimeline } from './conversation-timeline.tsx';
import type { QuotedMessage } from './quote.tsx';

export type ConversationHandle = {
  focusReply: () => void;
  focusNote: () => void;
  /** From the answer to the note and back. */
  switchMode: () => void;
};

export type ConversationProps = {
  thread: Thread;
  /** Marks the conversation as done with it and goes on; after Ctrl+Enter. */
  onDone: () => void;
  mayReadRaw: boolean;
  ref?: Ref<ConversationHandle>;
};

/** Messages and field of one thread; give it the thread's id as key. */
export function Conversation({ thread, onDone, mayReadRaw, ref }: ConversationProps) {
  const { t } = useLingui();
  const account = useAccount();
  const channel = useRow('channels', thread.channel_id);
  const draft = useDraft(thread.id);
  const nowMs = channelNow(useNow(), channel);
  const { field, noteField, frame, mode, choose } = useMode(thread.id);
  const quote = useQuotedMessage(thread);
  useOpenThread(thread);
  useImperativeHandle(ref, () => ({
    focusReply: () => {
      const message = document.activeElement?.closest<HTMLElement>('[data-message]')?.dataset.message;
      if (message !== undefined) quote.choose(message);
      choose('reply');
    },
    focusNote: () => choose('note'),
    switchMode: () => choose(mode === 'note' ? 'reply' : 'note'),
  }));

  const [choosing, setChoosing] = useState(false);
  const windowWords = useWindowWords(thread, nowMs);
  const open = replyWindowAt(thread.window_expires_at, nowMs).kind !== 'closed' || channel?.kind === 'SESSION';
  const keep = (text: string) => void account.drafts.put(thread.id, text, quote.id).catch(() => undefined);
  const attachments = useAttachments();
  const dropped = useDroppedFiles(open && mode === 'reply' ? attachments.add : undefined);
  const send = async (text: string, done: boolean) => {
    const picked = attachments.files;
    const { files, rest } = filesToSend(picked, text);
    await sendFiles(account, thread, files, quote.id);
    attachments.sent(picked);
    if (rest.trim() !== '') await sendText(account, thread, rest, files.length === 0 ? quote.id : null);
    // The draft of this message went with its words; what was begun since then stays.
    quote.choose(null);
    if (done) onDone();
  };
  const sendVoice = async (recording: Blob) => {
    await sendFiles(account, thread, [{ file: recording, name: 'voice.ogg', kind: 'audio', voice: true }], quote.id);
    quote.choose(null);
  };
  const takeBack = (text: string) => {
    if (field.current !== null) field.current.insert(text);
    else keep([draft?.text ?? '', text].filter(Boolean).join('\n'));
  };

  const tabs = <ComposerTabs mode={mode} onMode={choose} />;
  return (
    <div ref={frame} className={styles.conversation} {...dropped.props}>
      {dropped.over && <p className={styles.drop}>{t`Let go to attach the files`}</p>}
      {channel && <PausedBanner channel={channel} />}
      {thread.reach && <ReachBanner reach={thread.reach} nowMs={nowMs} />}
      <ConversationTimeline
        thread={thread}
        mayReadRaw={mayReadRaw}
        onTakeBack={takeBack}
        onTakeNoteBack={({ body: { body } }) => choose('note', () => noteField.current?.insert(body))}
        onQuote={(message) => {
          quote.choose(message.id);
          choose('reply');
        }}
      />
      {mode === 'note' ? (
        <NoteField ref={noteField} thread={thread} tabs={tabs} onDone={onDone} />
      ) : open ? (
        <Composer
          ref={field}
          tabs={tabs}
          initialText={draft?.text ?? ''}
          placeholder={t`Write to ${contactName(thread.contact)}`}
          windowWords={windowWords}
          quoted={quote.shown}
          onUnquote={() => quote.choose(null)}
          onChange={keep}
          onSend={send}
          attachments={attachments}
          onVoice={sendVoice}
        />
      ) : (
        <ClosedComposer
          tabs={tabs}
          expiresAt={thread.window_expires_at}
          nowMs={nowMs}
          name={contactName(thread.contact)}
          draft={draft?.text ?? ''}
          sandbox={channel?.sandbox ?? false}
          onTemplate={channel?.kind === 'WHATSAPP' ? () => setChoosing(true) : undefined}
        />
      )}
      {choosing && (
        <Suspense>
          <TemplateSheet thread={thread} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether an answer or a note is being written; opens with what was begun last. */
function useMode(threadId: string) {
  const account = useAccount();
  const [mode, setMode] = useState<ComposerMode>(() => (beganNoteLast(account, threadId) ? 'note' : 'reply'));
  const field = useRef<ComposerHandle>(null);
  const noteField = useRef<NoteFieldHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const afterwards = useRef<(() => void) | null>(null);
  const focusField = () => {
    const chosen = noteField.current ?? field.current;
    if (chosen !== null) chosen.focus();
    // Where no answer can be written there is no field.
    else frame.current?.querySelector<HTMLElement>('footer [aria-pressed="true"]')?.focus();
  };
  useLayoutEffect(() => {
    afterwards.current?.();
    afterwards.current = null;
  });
  const choose = (next: ComposerMode, then: () => void = focusField) => {
    if (next === mode) return then();
    // A recording under way would be thrown away.
    if (field.current?.recording) return;
    afterwards.current = then;
    setMode(next);
  };
  return { field, noteField, frame, mode, choose };
}

/** What the field says belongs to the one file there is; beside several, or where it is too long, it goes on its own. */
function filesToSend(picked: readonly PickedFile[], text: string): { files: FileToSend[]; rest: string } {
  const files = picked.flatMap(({ prepared, caption }) => (prepared === undefined ? [] : [{ ...prepared, caption }]));
  const [only] = files;
  if (only === undefined || files.length > 1 || !takesCaption(only.kind) || text.length > mostCaption) {
    return { files, rest: text };
  }
  return { files: [{ ...only, caption: text }], rest: '' };
}

/** Keeps the thread's messages right, and marks it read while somebody really looks at it. */
function useOpenThread(thread: Thread): void {
  const account = useAccount();
  const looking = useLooking();
  useEffect(() => account.openThread(thread.id), [account, thread.id]);
  const live = useConnectionState() === 'live';
  const unread = thread.unread_count > 0;
  const told = useRef('');
  useEffect(() => {
    // One try for every change of the thread and every connection: what failed offline is not asked in a circle.
    const occasion = `${thread.version} ${live}`;
    if (!looking || !unread || told.current === occasion) return;
    told.current = occasion;
    void markRead(account, thread.id);
  }, [account, thread.id, thread.version, looking, unread, live]);
  const named = useMentioned()?.has(thread.id) ?? false;
  useEffect(() => {
    if (looking && live && named) void markMentionsRead(account, thread.id);
  }, [account, thread.id, looking, live, named]);
}

/** Whether the page is on the screen and has the focus. */
function useLooking(): boolean {
  const read = () => document.visibilityState === 'visible' && document.hasFocus();
  const [looking, setLooking] = useState(read);
  useEffect(() => {
    const update = () => setLooking(document.visibilityState === 'visible' && document.hasFocus());
    for (const name of ['focus', 'blur']) window.addEventListener(name, update);
    document.addEventListener('visibilitychange', update);
    return () => {
      for (const name of ['focus', 'blur']) window.removeEventListener(name, update);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return looking;
}

/** The message that the next one answers; part of the draft. */
function useQuotedMessage(thread: Thread) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useMessageWords();
  const draft = useDraft(thread.id);
  const window = useMessageWindow(thread.id);
  const [id, setId] = useState(draft?.quoted_id ?? null);
  const message: Message | undefined = id === null ? undefined : window?.messages.find((row) => row.id === id);
  const label =
    message && authorLabelOf(message.created_by, (user) => account.store.row('users', user), account.store.uid);
  const author =
    message?.direction === 'INCOMING' ? contactName(thread.contact) : label && (words.author(label) ?? t`Team`);
  const shown: QuotedMessage | undefined =
    id === null
      ? undefined
      : message && author
        ? { author, type: message.type, line: words.messageLine(message) }
        : null;
  const choose = (next: string | null) => {
    setId(next);
    const text = account.drafts.get(thread.id)?.text ?? '';
    void account.drafts.put(thread.id, text, next).catch(() => undefined);
  };
  return { id, shown, choose };
}

function useWindowWords(thread: Thread, nowMs: number): ComposerProps['windowWords'] {
  const { t } = useLingui();
  const words = useTimeWords();
  const left = replyWindowAt(thread.window_expires_at, nowMs);
  if (left.kind === 'closed' || thread.window_expires_at === null) return null;
  const { hours, minutes } = hoursAndMinutes(left.leftMs);
  return {
    tone: ({ open: 'ok', soon: 'warn', last: 'bad' } as const)[left.kind],
    until: words.until(thread.window_expires_at, nowMs),
    left: hours > 0 ? t`${hours} h ${minutes} min` : t`${minutes} min`,
  };
}

/** What failed sends told of this customer. */
function ReachBanner({ reach, nowMs }: { reach: NonNullable<Thread['reach']>; nowMs: number }) {
  const { t } = useLingui();
  const words = useTimeWords();
  if (reach.until === null) {
    return (
      <Banner tone="warn">{t`WhatsApp could not deliver to this number. Check it, or wait until they write.`}</Banner>
    );
  }
  if (Date.parse(reach.until) <= nowMs) return null;
  const until = words.until(reach.until, nowMs);
  return (
    <Banner tone="warn">{t`WhatsApp delivers no marketing to this customer until ${until}. Replies go out.`}</Banner>
  );
}

function PausedBanner({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  if (channel.state !== 'PAUSED') return null;
  const label = channel.channel_label;
  return (
    <Banner tone="warn" icon={<IconPlayerPause {...icon} />}>
      {channel.state_reason === null
        ? t`${label} is paused: what you write waits.`
        : t`${label} is paused: ${channel.state_reason} What you write waits.`}
    </Banner>
  );
}
