import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { IconArrowBackUp, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { contactName } from '../../contacts/public.ts';
import {
  type MessageWindow,
  type NoteEntry,
  useAccount,
  useFindUser,
  useMessageWindow,
  useOutboxOf,
} from '../../sync/public.ts';
import { authorLabelOf } from '../author-label.ts';
import { NoteBubble } from '../notes/note-bubble.tsx';
import { NoteNews } from '../notes/note-news.tsx';
import { useNotesBeside } from '../notes/use-notes.ts';
import { layOutTimeline, type TimelineItem, type UnreadMark, unreadMarkOf } from '../timeline.ts';
import { useMessageWords, wordsOf } from '../use-message-words.ts';
import { useNow } from '../use-now.ts';
import { useQuoted } from '../use-quoted.ts';
import { useTimeWords } from '../use-time-words.ts';
import { AnchoredList, type AnchoredListHandle } from './anchored-list.tsx';
import { AuthorLine } from './author-line.tsx';
import { Bubble } from './bubble.tsx';
import { ConnectedOutboxNotice, ConnectedServerNotice } from './connected-notices.tsx';
import { ConnectedViewer } from './connected-viewer.tsx';
import styles from './conversation-timeline.module.css';
import type { QuotedMessage } from './quote.tsx';
import { WaitingBubble } from './waiting-bubble.tsx';

export type ConversationTimelineProps = {
  thread: Thread;
  /** Begins an answer to this message; absent where the field cannot quote. */
  onQuote?: (message: Message) => void;
  /** Puts words back into the field; absent where they cannot go there. */
  onTakeBack?: (text: string) => void;
  /** Puts a refused note back into its field, as `onTakeBack` does messages. */
  onTakeNoteBack?: (entry: NoteEntry) => void;
  mayReadRaw: boolean;
};

type Item = TimelineItem | { kind: 'older'; key: 'older' } | { kind: 'no-notes'; key: 'no-notes' };

/** The messages of a thread with everything between and under them. */
export function ConversationTimeline({ thread, ...rest }: ConversationTimelineProps) {
  const { t } = useLingui();
  const account = useAccount();
  const window = useMessageWindow(thread.id);
  const waiting = useOutboxOf(thread.id);
  const messages = window?.messages ?? noMessages;
  const unread = useUnreadMark(thread, window);
  const older = useOlderPages(thread.id, (window?.olderCursor ?? null) !== null);
  const list = useRef<AnchoredListHandle>(null);
  const notes = useNotesBeside(thread.id);
  const { uid } = account.store;
  const items = useMemo<Item[]>(() => {
    const lines: Item[] = layOutTimeline(messages, waiting, unread, uid, notes);
    if (notes.failed) lines.push({ kind: 'no-notes', key: 'no-notes' });
    return older.load === undefined ? lines : [{ kind: 'older', key: 'older' }, ...lines];
  }, [messages, waiting, unread, older.load, uid, notes]);
  const held = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages]);

  if (window === undefined && waiting.length === 0) return <TimelineSkeleton />;
  return (
    <>
      <AnchoredList
        ref={list}
        label={t`Messages`}
        items={items}
        startKey={unread === null ? null : 'unread'}
        counts={(item) => isIncoming(item) || (item.kind === 'note' && item.note.created_by !== uid)}
        pulls={(item) => item.kind === 'waiting' || item.kind === 'waiting-note'}
        onNearTop={older.failed ? undefined : older.load}
      >
        {(item) => (
          <div className={styles.line}>
            <Line
              item={item}
              thread={thread}
              held={held}
              onOpenQuote={(id) => list.current?.scrollToKey(id)}
              older={older}
              uid={uid}
              onReadNotes={notes.readAgain}
              {...rest}
            />
          </div>
        )}
      </AnchoredList>
      <Arrivals thread={thread} messages={messages} />
      <NoteNews notes={notes.held} />
      <ConnectedViewer messages={messages} />
    </>
  );
}

const noMessages: readonly Message[] = [];

function isIncoming(item: Item): boolean {
  return item.kind === 'message' && item.message.direction === 'INCOMING';
}

type LineProps = Omit<ConversationTimelineProps, 'thread'> & {
  item: Item;
  thread: Thread;
  /** The messages at hand, for quotes. */
  held: ReadonlyMap<string, Message>;
  onOpenQuote: (messageId: string) => void;
  uid: string;
  older: ReturnType<typeof useOlderPages>;
  onReadNotes: () => void;
};

function Line({ item, older, onReadNotes, ...rest }: LineProps) {
  const { t } = useLingui();
  const words = useTimeWords();
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
        <bdi>{wordsOf(item.message)}</bdi>
      </p>
    );
  }
  if (item.kind === 'older') {
    return (
      <p className={styles.older}>
        <button type="button" onClick={older.load}>
          {older.failed ? t`Earlier messages could not be read. Try again` : t`Earlier messages`}
        </button>
      </p>
    );
  }
  if (item.kind === 'no-notes') {
    return (
      <p className={styles.older}>
        <button type="button" onClick={onReadNotes}>{t`Your team's notes could not be read. Try again`}</button>
      </p>
    );
  }
  if (item.kind === 'note') return <NoteBubble note={item.note} first={item.first} />;
  if (item.kind === 'waiting-note') {
    const { entry } = item;
    const note = { ...entry.body, created_at: entry.created_at, created_by: rest.uid };
    return <NoteBubble note={note} first={item.first} waiting={entry} onTakeBack={rest.onTakeNoteBack} />;
  }
  return item.kind === 'message' ? <MessageLine item={item} {...rest} /> : <WaitingLine item={item} {...rest} />;
}

type OneLineProps<K> = Omit<LineProps, 'item' | 'older' | 'onReadNotes'> & { item: Extract<TimelineItem, { kind: K }> };

function MessageLine({ item, thread, held, onOpenQuote, onQuote, mayReadRaw }: OneLineProps<'message'>) {
  const { t } = useLingui();
  const account = useAccount();
  const findUser = useFindUser();
  const { message } = item;
  const out = message.direction === 'OUTGOING';
  const quotedId = message.context?.message_id;
  const quoted = useQuoteWords(thread, message, held);
  const text = wordsOf(message);
  const actions = (
    <>
      {onQuote && (
        <IconButton label={t`Reply to this`} size="sm" tabIndex={-1} onClick={() => onQuote(message)}>
          <IconArrowBackUp {...icon} />
        </IconButton>
      )}
      {text !== '' && (
        <IconButton label={t`Copy the text`} size="sm" tabIndex={-1} onClick={() => void copy(text, t`Copied`)}>
          <IconCopy {...icon} />
        </IconButton>
      )}
    </>
  );
  return (
    <Bubble
      message={message}
      first={item.first}
      last={item.last}
      author={out ? <AuthorLine label={authorLabelOf(message.created_by, findUser, account.store.uid)} /> : null}
      quoted={quoted}
      onQuote={quotedId !== undefined && held.has(quotedId) ? () => onOpenQuote(quotedId) : undefined}
      actions={actions}
      notice={out ? <ConnectedServerNotice message={message} thread={thread} /> : undefined}
      mayReadRaw={mayReadRaw}
    />
  );
}

function WaitingLine({ item, thread, held, onTakeBack }: OneLineProps<'waiting'>) {
  const account = useAccount();
  const findUser = useFindUser();
  const { entry } = item;
  return (
    <WaitingBubble
      entry={entry}
      first={item.first}
      last={item.last}
      author={<AuthorLine label={authorLabelOf(account.store.uid, findUser, account.store.uid)} />}
      quoted={useQuoteWords(thread, entry.body, held)}
      notice={<ConnectedOutboxNotice entry={entry} thread={thread} onTakeBack={onTakeBack} />}
    />
  );
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ message: done });
  } catch {
    // Browsers give the clipboard only to secure pages; the text can still be selected by hand.
  }
}

/** What stands in the quote of a message: undefined without one, null when what it answers is not at hand. */
function useQuoteWords(
  thread: Thread,
  answer: { context?: { message_id: string } },
  held: ReadonlyMap<string, Message>,
): QuotedMessage | undefined {
  const words = useMessageWords();
  const findUser = useFindUser();
  const account = useAccount();
  const message = useQuoted(answer, held);
  if (message === undefined || message === null) return message;
  const label = authorLabelOf(message.created_by, findUser, account.store.uid);
  const author = message.direction === 'INCOMING' ? contactName(thread.contact) : (words.author(label) ?? '…');
  return { author, type: message.type, line: words.messageLine(message) };
}

/** Where the unread line stands: what was unread when the thread was opened or looked at again. Stays until it is left. */
function useUnreadMark(thread: Thread, window: MessageWindow | undefined): UnreadMark | null {
  const { unread_count } = thread;
  const [mark, setMark] = useState<UnreadMark | null>(null);
  const [counted, setCounted] = useState(unread_count);
  const [toPlace, setToPlace] = useState(unread_count);
  if (unread_count !== counted) {
    setCounted(unread_count);
    // Somebody who reads along needs no line before what comes in under their eyes.
    if (counted === 0 && !document.hasFocus()) setToPlace(unread_count);
  }
  if (toPlace > 0 && window?.state === 'current') {
    setToPlace(0);
    setMark(unreadMarkOf(window.messages, toPlace));
  }
  return mark;
}

/** Reading further back, one page at a time. `load` is there while there is something older. */
function useOlderPages(threadId: string, hasOlder: boolean) {
  const account = useAccount();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = useMemo(() => {
    if (!hasOlder) return undefined;
    let running = false;
    return () => {
      if (running) return;
      running = true;
      setState('loading');
      void account
        .loadOlder(threadId)
        .then(() => setState('idle'))
        .catch(() => setState('failed'))
        .finally(() => {
          running = false;
        });
    };
  }, [account, threadId, hasOlder]);
  return { load, failed: state === 'failed' };
}

/** Says to assistive technology what comes in while the thread is open. */
function Arrivals({ thread, messages }: { thread: Thread; messages: readonly Message[] }) {
  const { t } = useLingui();
  const words = useMessageWords();
  const last = messages.at(-1);
  const opened = useRef(last?.id);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (last === undefined || last.id === opened.current) return;
    opened.current = last.id;
    if (last.direction === 'INCOMING') setSaid(t`${contactName(thread.contact)}: ${words.messageLine(last)}`);
  }, [last, thread.contact, words, t]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

/** The shape of a conversation on a first visit, before anything is known. */
export function TimelineSkeleton() {
  const { t } = useLingui();
  return (
    <div className={styles.skeleton} role="status" aria-label={t`Reading the messages`}>
      <i />
      <i data-out />
      <i data-out />
      <i />
    </div>
  );
}
