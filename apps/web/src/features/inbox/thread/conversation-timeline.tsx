import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { IconInfoCircle } from '@tabler/icons-react';
import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { useNow } from '../../../platform/use-now.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { AfterPaint, PaintFirst } from '../../../ui/painted.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { AiTranslation, useIsTranslated } from '../../ai/public.ts';
import { AnswerSource } from '../../answering/public.ts';
import {
  type LiveAccount,
  type MessageWindow,
  type NoteEntry,
  type OutboxEntry,
  threadsOf,
  useAccount,
  useFindUser,
  useMessageWindow,
  useOutboxOf,
  useRow,
} from '../../sync/public.ts';
import { MessageActions } from '../bubble/actions/message-actions.tsx';
import { useRefusedReactions, useWithReaction } from '../bubble/actions/reactions.ts';
import { authorLabelOf, messageAuthorOf } from '../bubble/author-label.ts';
import { AuthorLine } from '../bubble/author-line.tsx';
import { Bubble } from '../bubble/bubble.tsx';
import { senderName, writerName } from '../bubble/participants.ts';
import type { QuotedMessage } from '../bubble/quote.tsx';
import { useMessageWords } from '../bubble/use-message-words.ts';
import { WaitingBubble } from '../bubble/waiting-bubble.tsx';
import { mergeContactOf } from '../composer/check-variables.ts';
import type { FilledForm } from '../composer/structured/filled-form.ts';
import type { NoteActionsProps } from '../notes/note-actions.tsx';
import { NoteAnnouncer } from '../notes/note-announcer.tsx';
import { NoteBubble } from '../notes/note-bubble.tsx';
import { useTimelineNotes } from '../notes/use-notes.ts';
import { ConnectedViewer } from '../viewer/connected-viewer.tsx';
import { Album, slowestOf } from './album.tsx';
import { keyOfMessage } from './albums.ts';
import { AnchoredList, type AnchoredListHandle } from './anchored-list.tsx';
import { ConnectedOutboxNotice, ConnectedServerNotice } from './connected-notices.tsx';
import styles from './conversation-timeline.module.css';
import { EventLine } from './event-line.tsx';
import { type HistoryGap, historyGapOf } from './history-gap.ts';
import { HistoryGapLine } from './history-gap-line.tsx';
import { useJumpToMessage } from './jump-to-message.ts';
import { layOutTimeline, type UnreadMark, unreadMarkOf } from './timeline.ts';
import type { TimelineItem } from './timeline-item.ts';
import { TimelineSkeleton } from './timeline-skeleton.tsx';
import { useThreadEvents } from './use-events.ts';
import { useQuoted } from './use-quoted.ts';
import { useSwipe } from './use-swipe.ts';

export type ConversationTimelineProps = {
  thread: Thread;
  /** Starts a reply to this message; absent where the field cannot quote. */
  onQuote?: (message: Message) => void;
  /** Restores text into the field; absent where that is not possible. */
  onTakeBack?: (text: string, entry?: OutboxEntry) => void;
  /** Opens the form of a failed message; absent where that is not possible. */
  onFill?: (form: FilledForm) => void;
  /** Restores a refused note into its field, as `onTakeBack` does for messages. */
  onTakeNoteBack?: (entry: NoteEntry) => void;
  /** Opens the templates; absent where there are none. */
  onTemplate?: (() => void) | undefined;
  mayReadRaw: boolean;
  ref?: Ref<TimelineHandle>;
};

export type TimelineHandle = {
  /** Shows a message (null: the first one from then on), after reading all pages down to it. */
  show: (sortAt: string, messageId: string | null) => Promise<void>;
  /** The text of the last message sent, if it failed; null otherwise. */
  failedText: () => string | null;
};

const KeyName = lazyComponent<{ author: string }>(
  () => import('../bubble/key-name.tsx').then((module) => module.KeyName),
  {
    fallback: null,
    optional: true,
  },
);
const NoteActions = lazyComponent<NoteActionsProps>(
  () => import('../notes/note-actions.tsx').then((part) => part.NoteActions),
  { fallback: null },
);

type Item =
  | TimelineItem
  | { kind: 'older'; key: 'older' }
  | { kind: 'no-notes'; key: 'no-notes' }
  | { kind: 'gap'; key: 'gap'; gap: HistoryGap };

/** The messages of a thread, with everything between and below them. Typing a reply does not draw them again. */
export const ConversationTimeline = memo(function ConversationTimeline({
  thread,
  ref,
  ...rest
}: ConversationTimelineProps) {
  const { t } = useLingui();
  const account = useAccount();
  const window = useMessageWindow(thread.id);
  const waiting = useOutboxOf(thread.id);
  const messages = window?.messages ?? noMessages;
  const older = useOlderPages(thread.id, (window?.olderCursor ?? null) !== null);
  const { unread, seeking } = useUnreadMark(thread, window, older);
  const list = useRef<AnchoredListHandle>(null);
  const notes = useTimelineNotes(thread.id);
  const events = useThreadEvents(thread.id);
  const { uid } = account.store;
  useRefusedReactions(waiting);
  const gap = useMemo(() => historyGapOf(thread, window), [thread, window]);
  const items = useMemo<Item[]>(() => {
    const lines: Item[] = layOutTimeline(messages, waiting, unread, uid, notes, events);
    if (gap !== null) {
      const queued = lines.findIndex(({ kind }) => kind === 'waiting' || kind === 'waiting-note');
      lines.splice(queued === -1 ? lines.length : queued, 0, { kind: 'gap', key: 'gap', gap });
    }
    if (notes.failed) lines.push({ kind: 'no-notes', key: 'no-notes' });
    return older.load === undefined ? lines : [{ kind: 'older', key: 'older' }, ...lines];
  }, [messages, waiting, unread, older.load, uid, notes, events, gap]);
  const loaded = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages]);

  const scrollTo = useSteady((id: string) => list.current?.scrollToKey(keyOfMessage(items, id)));
  const [target, setTarget] = useState<{ key: string } | null>(null);
  useEffect(() => {
    if (target !== null) scrollTo(target.key);
  }, [target, scrollTo]);
  useImperativeHandle(ref, () => ({
    failedText: () => failedTextOf(messages),
    show: async (sortAt, messageId) => {
      const read = await readDownTo(account, thread.id, sortAt).catch(() => null);
      if (read === null) toast({ message: t`Couldn’t load these messages. Try again.` });
      const key = messageId ?? read?.find((message) => message.sort_at >= sortAt)?.id ?? read?.at(-1)?.id;
      if (read !== null && key !== undefined) setTarget({ key });
    },
  }));
  const { onQuote } = rest;
  const quoteSwiped = (id: string) => {
    const message = messages.find((each) => each.id === id);
    if (message !== undefined) onQuote?.(message);
  };
  const swipes = useSwipe(onQuote === undefined ? undefined : quoteSwiped);
  const [opened, setOpened] = useState(false);
  useJumpToMessage(thread.id, opened, (id) => showMessage(scrollTo, id), t`Couldn’t find this message`);
  const nothingYet = window === undefined && waiting.length === 0;
  if (!opened && (nothingYet || seeking)) return <TimelineSkeleton />;
  if (!opened) setOpened(true);
  return (
    <div className={styles.swipes} {...swipes}>
      <PaintFirst>
        <AnchoredList
          ref={list}
          label={t`Messages`}
          items={items}
          startKey={unread === null ? null : 'unread'}
          isCounted={(item) => isIncoming(item) || (item.kind === 'note' && item.note.created_by !== uid)}
          scrollsToEnd={(item) => item.kind === 'waiting' || item.kind === 'waiting-note'}
          onNearTop={older.failed ? undefined : older.load}
        >
          {(item) => (
            <div className={styles.line}>
              <Line
                item={item}
                thread={thread}
                loaded={loaded}
                onOpenQuote={scrollTo}
                older={older}
                uid={uid}
                onReadNotes={notes.readAgain}
                {...rest}
              />
            </div>
          )}
        </AnchoredList>
      </PaintFirst>
      <Arrivals thread={thread} messages={messages} />
      <NoteAnnouncer notes={notes.loaded} />
      <ConnectedViewer messages={messages} />
    </div>
  );
});

/** Scrolls to a message and gives it the focus, once its row is rendered. */
function showMessage(scrollTo: (id: string) => void, id: string): void {
  scrollTo(id);
  const focus = () =>
    document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

const noMessages: readonly Message[] = [];

/** As many as a page may have. */
const largestPage = 200;

function failedTextOf(messages: readonly Message[]): string | null {
  const last = messages.findLast(({ direction }) => direction === 'OUTGOING');
  return last?.status === -1 ? (last.text?.body ?? null) : null;
}

/** Loads older pages until one reaches a moment. @returns the loaded messages, oldest first @throws ApiError, NetworkError */
async function readDownTo(account: LiveAccount, threadId: string, sortAt: string): Promise<readonly Message[]> {
  for (;;) {
    const window = account.store.window(threadId);
    const oldest = window?.messages[0];
    if (window === undefined || window.olderCursor === null || oldest === undefined || oldest.sort_at <= sortAt) {
      return window?.messages ?? noMessages;
    }
    await threadsOf(account).loadOlder(threadId, largestPage);
    // The window was replaced meanwhile, or another page is being read: the next look decides.
    if (account.store.window(threadId)?.olderCursor === window.olderCursor)
      return account.store.window(threadId)?.messages ?? noMessages;
  }
}

function isIncoming(item: Item): boolean {
  if (item.kind === 'album') return item.messages[0]?.direction === 'INCOMING';
  return item.kind === 'message' && item.message.direction === 'INCOMING';
}

type LineProps = Omit<ConversationTimelineProps, 'thread' | 'ref'> & {
  item: Item;
  thread: Thread;
  /** The loaded messages, for quotes. */
  loaded: ReadonlyMap<string, Message>;
  onOpenQuote: (messageId: string) => void;
  uid: string;
  older: OlderPages;
  onReadNotes: () => void;
};

/** Scrolling and measuring draw the list again, but not what its lines show. */
const Line = memo(function Line({ item, older, onReadNotes, ...rest }: LineProps) {
  const { t } = useLingui();
  const { messageLine } = useMessageWords();
  const words = useTimeLabels();
  const nowMs = useNow();
  if (item.kind === 'day') return <p className={styles.day}>{words.dayPill(item.at, nowMs)}</p>;
  if (item.kind === 'unread') {
    const { count } = item;
    return <p className={styles.unread}>{count === 1 ? t`1 new message` : t`${count} new messages`}</p>;
  }
  if (item.kind === 'system') {
    return (
      <p className={styles.system}>
        <IconInfoCircle {...smallIcon} />
        <bdi>{messageLine(item.message)}</bdi>
      </p>
    );
  }
  if (item.kind === 'event') return <EventLine event={item.event} />;
  if (item.kind === 'older') {
    return (
      <p className={styles.older}>
        <button type="button" onClick={() => older.load?.()}>
          {older.failed ? t`Couldn’t load earlier messages. Try again` : t`Earlier messages`}
        </button>
      </p>
    );
  }
  if (item.kind === 'gap') return <HistoryGapLine gap={item.gap} />;
  if (item.kind === 'no-notes') {
    return (
      <p className={styles.older}>
        <button type="button" onClick={onReadNotes}>{t`Couldn’t load notes. Try again`}</button>
      </p>
    );
  }
  if (item.kind === 'note') {
    const { note } = item;
    const own = note.created_by === rest.uid && note.deleted_at === undefined;
    return <NoteBubble note={note} first={item.first} actions={own ? <NoteActions note={note} /> : undefined} />;
  }
  if (item.kind === 'waiting-note') {
    const { entry } = item;
    const note = { ...entry.body, created_at: entry.created_at, created_by: rest.uid };
    return <NoteBubble note={note} first={item.first} waiting={entry} onTakeBack={rest.onTakeNoteBack} />;
  }
  if (item.kind === 'album') return <AlbumLine item={item} {...rest} />;
  return item.kind === 'message' ? <MessageLine item={item} {...rest} /> : <WaitingLine item={item} {...rest} />;
});

type OneLineProps<K> = Omit<LineProps, 'item' | 'older' | 'onReadNotes'> & { item: Extract<TimelineItem, { kind: K }> };

function MessageLine({ item, thread, loaded, onOpenQuote, onQuote, mayReadRaw, ...steps }: OneLineProps<'message'>) {
  const { message } = item;
  const out = message.direction === 'OUTGOING';
  const quotedId = message.context?.message_id;
  const quoted = useQuotedMessageLabel(thread, message, loaded);
  const shown = useWithReaction(message);
  const translated = useIsTranslated(message.id);
  return (
    <Bubble
      message={shown}
      first={item.first}
      last={item.last}
      author={authorOf(message, thread)}
      quoted={quoted}
      onQuote={quotedId !== undefined && loaded.has(quotedId) ? () => onOpenQuote(quotedId) : undefined}
      actions={<AfterPaint>{() => <MessageActions message={shown} thread={thread} onQuote={onQuote} />}</AfterPaint>}
      notice={
        <>
          {message.created_by === 'ai' && <AnswerSource thread={thread} messageId={message.id} />}
          {translated && <AiTranslation messageId={message.id} />}
          {out && (
            <ConnectedServerNotice
              message={message}
              thread={thread}
              onTakeBack={steps.onTakeBack}
              onFill={steps.onFill}
              onTemplate={steps.onTemplate}
            />
          )}
        </>
      }
      mayReadRaw={mayReadRaw}
    />
  );
}

function AlbumLine({ item, thread, loaded, onOpenQuote, onQuote, ...steps }: OneLineProps<'album'>) {
  const { messages } = item;
  const [message] = messages as [Message, ...Message[]];
  const slowest = slowestOf(messages);
  const out = message.direction === 'OUTGOING';
  const quotedId = message.context?.message_id;
  return (
    <Album
      messages={messages}
      thread={thread}
      first={item.first}
      last={item.last}
      author={authorOf(message, thread)}
      quoted={useQuotedMessageLabel(thread, message, loaded)}
      onOpenQuote={quotedId !== undefined && loaded.has(quotedId) ? () => onOpenQuote(quotedId) : undefined}
      onQuote={onQuote}
      notice={
        out && (
          <ConnectedServerNotice
            message={slowest}
            thread={thread}
            onTakeBack={steps.onTakeBack}
            onTemplate={steps.onTemplate}
          />
        )
      }
    />
  );
}

/** Above our bubbles, those of an import, and those of everybody in a group. */
function authorOf(message: Message, thread: Thread) {
  if (message.direction === 'OUTGOING' || message.imported?.author !== undefined)
    return <MessageAuthor message={message} />;
  return thread.group === undefined ? null : <SenderName thread={thread} message={message} />;
}

function SenderName({ thread, message }: { thread: Thread; message: Message }) {
  const { t } = useLingui();
  return <bdi>{senderName(thread, message.sender_id) ?? t`Former participant`}</bdi>;
}

/** Who sent a message of ours. */
function MessageAuthor({ message }: { message: Message }) {
  const account = useAccount();
  const findUser = useFindUser();
  const label = messageAuthorOf(message, findUser, account.store.uid);
  return (
    <>
      <AuthorLine label={label} />
      {label.kind === 'key' && <KeyName author={label.id} />}
    </>
  );
}

function WaitingLine({ item, thread, loaded, onTakeBack }: OneLineProps<'waiting'>) {
  const account = useAccount();
  const findUser = useFindUser();
  const { entry } = item;
  const contact = useRow('contacts', thread.contact_id);
  return (
    <WaitingBubble
      entry={entry}
      contact={mergeContactOf(thread, contact)}
      first={item.first}
      last={item.last}
      author={<AuthorLine label={authorLabelOf(account.store.uid, findUser, account.store.uid)} />}
      quoted={useQuotedMessageLabel(thread, entry.body, loaded)}
      notice={<ConnectedOutboxNotice entry={entry} thread={thread} onTakeBack={onTakeBack} />}
    />
  );
}

/** The quote of a message: undefined without one, null when the quoted message is not loaded. */
function useQuotedMessageLabel(
  thread: Thread,
  answer: { context?: { message_id: string } },
  loaded: ReadonlyMap<string, Message>,
): QuotedMessage | undefined {
  const words = useMessageWords();
  const findUser = useFindUser();
  const account = useAccount();
  const message = useQuoted(answer, loaded);
  if (message === undefined || message === null) return message;
  const label = messageAuthorOf(message, findUser, account.store.uid);
  const author = message.direction === 'INCOMING' ? writerName(thread, message) : (words.author(label) ?? '…');
  return { author, type: message.type, line: words.messageLine(message) };
}

/**
 * The maximum number of pages read for the first unread message before the thread opens; beyond that it is reached by
 * scrolling.
 */
const seekAtMost = 5;
const seekPageSize = 200;

/** The number of unread messages up to this one; older pages were read to find the first of them. */
type Sought = { count: number; upTo: string | undefined; pages: number };

/**
 * The position of the unread line: before the messages that were unread when the thread was opened or became visible
 * again. It stays until the thread is left. `seeking` while the first unread message is still being loaded.
 */
function useUnreadMark(thread: Thread, window: MessageWindow | undefined, older: OlderPages) {
  const { unread_count } = thread;
  const [mark, setMark] = useState<UnreadMark | null>(null);
  const [counted, setCounted] = useState(unread_count);
  const [toPlace, setToPlace] = useState(unread_count);
  const [sought, setSought] = useState<Sought | null>(null);
  if (unread_count !== counted) {
    setCounted(unread_count);
    // A reader at the end needs no line before messages that arrive on screen.
    if (counted === 0 && !document.hasFocus()) setToPlace(unread_count);
  }
  let wanted = sought;
  if (toPlace > 0 && window?.state === 'current') {
    setToPlace(0);
    wanted = { count: toPlace, upTo: window.messages.at(-1)?.id, pages: 0 };
  }
  if (wanted !== null && window !== undefined) {
    const { upTo, count } = wanted;
    const end = window.messages.findLastIndex(({ id }) => id === upTo) + 1;
    const found = unreadMarkOf(window.messages.slice(0, end), count, window.olderCursor === null);
    if (found !== null || window.olderCursor === null) {
      setMark(found);
      wanted = null;
    }
  }
  if (wanted !== sought) setSought(wanted);
  const seeking = wanted !== null && wanted.pages < seekAtMost && !older.failed;
  const { load, loading } = older;
  useEffect(() => {
    if (!seeking || loading || load === undefined) return;
    load(seekPageSize);
    setSought((before) => before && { ...before, pages: before.pages + 1 });
  }, [seeking, loading, load]);
  return { unread: mark, seeking };
}

type OlderPages = { load: ((limit?: number) => void) | undefined; loading: boolean; failed: boolean };

/** Reads older messages, one page at a time. `load` is set while there is something older. */
function useOlderPages(threadId: string, hasOlder: boolean): OlderPages {
  const account = useAccount();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = useMemo(() => {
    if (!hasOlder) return undefined;
    let running = false;
    return (limit?: number) => {
      if (running) return;
      running = true;
      setState('loading');
      void threadsOf(account)
        .loadOlder(threadId, limit)
        .then(() => setState('idle'))
        .catch(() => setState('failed'))
        .finally(() => {
          running = false;
        });
    };
  }, [account, threadId, hasOlder]);
  return useMemo(() => ({ load, loading: state === 'loading', failed: state === 'failed' }), [load, state]);
}

/** Announces new messages of the open thread to assistive technology. */
function Arrivals({ thread, messages }: { thread: Thread; messages: readonly Message[] }) {
  const { t } = useLingui();
  const words = useMessageWords();
  const last = messages.at(-1);
  const opened = useRef(last?.id);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (last === undefined || last.id === opened.current) return;
    opened.current = last.id;
    if (last.direction === 'INCOMING') setSaid(t`${writerName(thread, last)}: ${words.messageLine(last)}`);
  }, [last, thread, words, t]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
