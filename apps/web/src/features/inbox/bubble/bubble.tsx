import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { IconStarFilled } from '@tabler/icons-react';
import { memo, type PointerEvent, type ReactNode, useState } from 'react';
import { Ticks } from '../../../ui/ticks.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useThread } from '../../sync/public.ts';
import styles from './bubble.module.css';
import { BubbleContent } from './bubble-content.tsx';
import { MessageOrigin } from './message-origin.tsx';
import { IncomingError } from './notice/error-details.tsx';
import { senderName } from './participants.ts';
import { Quote, type QuotedMessage } from './quote.tsx';
import { TemplateButtons } from './template-content.tsx';

export type BubbleProps = {
  message: Message;
  first: boolean;
  last: boolean;
  /** Above the first bubble of our group; null for a customer's. */
  author: ReactNode | null;
  /** The message this one replies to, if any. */
  quoted?: QuotedMessage | null;
  /** Scrolls to the quoted message. */
  onQuote?: () => void;
  /** Below the bubble: what happened and the next step. */
  notice?: ReactNode;
  /** Small buttons beside the bubble. */
  actions?: ReactNode;
  /** Whether the raw form of an unknown message may be shown. */
  mayReadRaw: boolean;
};

/** One message: content, time, status, reactions. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { message, first, last, author, quoted, notice, actions } = props;
  const words = useTimeLabels();
  const { t } = useLingui();
  const out = message.direction === 'OUTGOING';
  return (
    <BubbleFrame
      messageId={message.id}
      out={out}
      first={first}
      last={last}
      failed={message.status === -1}
      waiting={false}
      author={first ? author : null}
      actions={actions}
      after={
        <>
          <Reactions message={message} />
          {!out && message.error !== undefined && message.type === 'text' && <IncomingError error={message.error} />}
          {notice}
        </>
      }
    >
      {quoted !== undefined && <Quote quoted={quoted} onOpen={props.onQuote} />}
      <MessageOrigin message={message} />
      <BubbleContent message={message} mayReadRaw={props.mayReadRaw} />
      <BubbleMeta>
        {message.starred !== undefined && (
          <IconStarFilled size={12} role="img" aria-label={t`Starred`} data-tip={t`Starred`} />
        )}
        {message.edited_at !== undefined && <span data-tip={words.exact(message.edited_at)}>{t`edited`}</span>}
        <time dateTime={message.timestamp} data-tip={words.exact(message.timestamp)}>
          {words.clock(message.timestamp)}
        </time>
        {out && message.status !== -1 && message.call === undefined && (
          <Ticks status={message.status} sendState={message.send_state} />
        )}
      </BubbleMeta>
      {message.template !== undefined && <TemplateButtons template={message.template} />}
    </BubbleFrame>
  );
});

export type BubbleFrameProps = {
  /** Makes the bubble reachable by arrow keys, and R reply to it. */
  messageId?: string;
  out: boolean;
  /** Whether we wrote it; default those at the end of the line. On a customer's phone these are the customer’s. */
  ours?: boolean;
  first: boolean;
  last: boolean;
  failed: boolean;
  waiting: boolean;
  author: ReactNode | null;
  actions?: ReactNode;
  /** Below the bubble. */
  after?: ReactNode;
  children: ReactNode;
};

/** The body of a bubble. On touch screens a tap shows its buttons, since there is no hover. */
export function BubbleFrame(props: BubbleFrameProps) {
  const { t } = useLingui();
  const [active, setActive] = useState(false);
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button, summary') !== null;
    // The menu that a long press opens is placed by the buttons.
    const held = event.currentTarget.closest('[data-held]') !== null;
    if (event.pointerType === 'touch' && (held || !onControl)) setActive(held || !active);
  };
  return (
    <div
      className={props.out ? `${styles.item} ${styles.out}` : styles.item}
      tabIndex={props.messageId === undefined ? undefined : -1}
      data-message={props.messageId}
      data-first={props.first || undefined}
      data-last={props.last || undefined}
      data-failed={props.failed || undefined}
      data-waiting={props.waiting || undefined}
      data-active={active || undefined}
    >
      {props.author !== null && <p className={styles.author}>{props.author}</p>}
      <div className={styles.line}>
        <div className={styles.bubble} onPointerUp={props.actions ? onPointerUp : undefined}>
          {/* The author is isolated, so that it does not determine the text direction. */}
          <bdi className="visually-hidden">{(props.ours ?? props.out) ? t`From us:` : t`From the customer:`}</bdi>
          <div className={styles.words} dir="auto">
            {props.children}
          </div>
        </div>
        {props.actions && (
          <div className={styles.actions} data-actions>
            {props.actions}
          </div>
        )}
      </div>
      {props.after}
    </div>
  );
}

/** Time and ticks, at the end of the last line; they have the direction of the page, whatever the text has. */
export function BubbleMeta({ children }: { children: ReactNode }) {
  return (
    <span className={styles.meta}>
      <span>{children}</span>
    </span>
  );
}

/** The reactions to a message, ours and theirs. */
export function Reactions({ message }: { message: Message }) {
  const { ours, theirs, group = [] } = message.reaction ?? {};
  const shown = [theirs, ...group, ours].flatMap((one) => (one === undefined || one.emoji === '' ? [] : one.emoji));
  return shown.length === 0 ? null : <ShownReactions message={message} emojis={[...new Set(shown)]} />;
}

function ShownReactions({ message, emojis }: { message: Message; emojis: readonly string[] }) {
  const { t } = useLingui();
  const thread = useThread(message.thread_id);
  const { ours, theirs, group = [] } = message.reaction ?? {};
  const [first] = group;
  const name = thread === undefined ? null : senderName(thread, first?.sender_id);
  const those = theirs?.emoji || first?.emoji;
  const label =
    group.length > 1
      ? t`${group.length} people reacted with ${[...new Set(group.map(({ emoji }) => emoji))].join(' ')}`
      : those && name !== null
        ? t`${name} reacted with ${those}`
        : those
          ? t`The customer reacted with ${those}`
          : t`We reacted with ${ours?.emoji ?? ''}`;
  return (
    <span className={styles.reaction} role="img" aria-label={label} data-tip={label}>
      {emojis.join('')}
    </span>
  );
}
