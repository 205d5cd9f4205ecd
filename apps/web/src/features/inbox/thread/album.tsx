import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { IconPlayerPlayFilled, IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Ticks } from '../../../ui/ticks.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { MessageActions } from '../bubble/actions/message-actions.tsx';
import { useWithReaction } from '../bubble/actions/reactions.ts';
import { BubbleFrame, BubbleMeta, Reactions } from '../bubble/bubble.tsx';
import { FormattedText } from '../bubble/formatted-text.tsx';
import { openViewer } from '../bubble/media/open-viewer.ts';
import { mediaOf, useFreshMedia } from '../bubble/media/use-fresh-media.ts';
import { MessageIcon } from '../bubble/message-icon.tsx';
import { MessageOrigin } from '../bubble/message-origin.tsx';
import { Quote, type QuotedMessage } from '../bubble/quote.tsx';
import { useMessageLabels } from '../bubble/use-message-labels.ts';
import styles from './album.module.css';

export type AlbumProps = {
  /** Oldest first, of one sender. */
  messages: readonly Message[];
  thread: Thread;
  first: boolean;
  last: boolean;
  /** Above the first bubble of our group; null for a customer's. */
  author: ReactNode | null;
  quoted?: QuotedMessage | null | undefined;
  onOpenQuote?: (() => void) | undefined;
  /** Starts a reply to one of the pictures; absent where the field cannot quote. */
  onQuote?: ((message: Message) => void) | undefined;
  notice?: ReactNode;
};

/** Pictures and videos that were sent together, in one bubble. Each stays a message with actions of its own. */
export function Album({ messages, thread, onQuote, ...props }: AlbumProps) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return null;
  const out = first.direction === 'OUTGOING';
  const slowest = slowestOf(messages);
  const caption = messages.map((message) => mediaOf(message)?.caption ?? '').find(Boolean);
  return (
    <BubbleFrame
      out={out}
      first={props.first}
      last={props.last}
      failed={false}
      waiting={false}
      author={props.first ? props.author : null}
      after={props.notice}
    >
      {props.quoted !== undefined && <Quote quoted={props.quoted} onOpen={props.onOpenQuote} />}
      <MessageOrigin message={first} />
      <ul className={styles.album} aria-label={t`Album, ${messages.length} files`}>
        {messages.map((message, index) => (
          <Tile
            key={message.id}
            message={message}
            thread={thread}
            columns={columnsOf(index, messages.length)}
            onQuote={onQuote}
          />
        ))}
      </ul>
      {caption !== undefined && <FormattedText text={caption} />}
      <BubbleMeta>
        <time dateTime={last.timestamp} data-tip={words.exact(last.timestamp)}>
          {words.clock(last.timestamp)}
        </time>
        {out && <Ticks status={slowest.status} sendState={slowest.send_state} />}
      </BubbleMeta>
    </BubbleFrame>
  );
}

/** The message of an album that is the furthest from being read: its ticks stand for all. */
export function slowestOf(messages: readonly Message[]): Message {
  return messages.reduce((slowest, message) => (message.status < slowest.status ? message : slowest));
}

/** How many of six columns a picture takes, so that every row is full. */
function columnsOf(index: number, count: number): 2 | 3 | 6 {
  if (count === 3) return index === 0 ? 6 : 3;
  const large = count % 3 === 1 ? 4 : count % 3 === 2 ? 2 : 0;
  return index < large ? 3 : 2;
}

type TileProps = Pick<AlbumProps, 'thread' | 'onQuote'> & { message: Message; columns: 2 | 3 | 6 };

function Tile({ message, thread, columns, onQuote }: TileProps) {
  const { t } = useLingui();
  const { typeText } = useMessageLabels();
  const shown = useWithReaction(message);
  const info = useFreshMedia(message);
  const [broken, setBroken] = useState<string | null>(null);
  const words = mediaOf(message)?.caption || typeText[message.type];
  const url = info?.url ?? null;
  const isVideo = message.type === 'video';
  const source = isVideo ? url : (info?.thumbnail_url ?? url);
  const failed = source !== null && broken === source;
  return (
    <li
      className={styles.tile}
      style={{ gridColumn: `span ${columns}`, aspectRatio: columns === 6 ? '2' : '1' }}
      tabIndex={-1}
      data-message={message.id}
    >
      <button
        type="button"
        className={styles.open}
        aria-label={isVideo ? t`Play the video: ${words}` : t`Show the picture: ${words}`}
        onClick={() => openViewer(message)}
      >
        {source !== null && !failed && !isVideo && (
          <img src={source} alt="" loading="lazy" decoding="async" onError={() => setBroken(source)} />
        )}
        {source !== null && !failed && isVideo && (
          <video src={source} preload="metadata" muted playsInline tabIndex={-1} onError={() => setBroken(source)} />
        )}
        {failed && <MessageIcon type={message.type} />}
        {isVideo && (
          <span className={styles.play} aria-hidden="true">
            <IconPlayerPlayFilled size={18} />
          </span>
        )}
      </button>
      <span className={styles.marks}>
        {shown.starred !== undefined && (
          <IconStarFilled size={12} role="img" aria-label={t`Starred`} className={styles.star} />
        )}
        <Reactions message={shown} />
      </span>
      <span className={styles.actions} data-actions>
        <MessageActions message={shown} thread={thread} onQuote={onQuote} />
      </span>
    </li>
  );
}
