import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { channelNow } from '../../../platform/use-now.ts';
import { replyWindowAt } from '../../../ui/reply-window.ts';
import { useAction } from '../../../ui/use-action.ts';
import {
  type LiveAccount,
  newestSeen,
  type OutboxEntry,
  refusalHoldsThread,
  useAccount,
  useConnectionState,
  useFindUser,
  useOutboxOf,
  useRow,
} from '../../sync/public.ts';
import { discardMessage, mayDiscard, maySendAgain, retryMessage } from '../bubble/actions/thread-actions.ts';
import { authorLabelOf, shortName } from '../bubble/author-label.ts';
import { messageNoticeOf, noticeAfterMs, noticeChangesInMs } from '../bubble/notice/message-notice.ts';
import { OutboxNotice, ServerNotice } from '../bubble/notice/notice.tsx';
import { useAssignedToOther } from '../bubble/use-assigned-to-other.ts';
import { entryText } from '../bubble/use-message-labels.ts';
import { useMessageWords } from '../bubble/use-message-words.ts';
import { useTakeOver } from '../change/use-take-over.ts';
import type { FilledForm } from '../composer/structured/filled-form.ts';
import { dismissUnknown, isDismissed } from './dismissed-unknown.ts';

type ServerNoticeSteps = {
  message: Message;
  thread: Thread;
  /** Restores a text into the field. */
  onTakeBack?: ((text: string) => void) | undefined;
  /** Opens the form that the message was filled in in. */
  onFill?: ((form: FilledForm) => void) | undefined;
  /** Opens the templates; absent where there are none. */
  onTemplate?: (() => void) | undefined;
};

/** The notice below one of our messages, with its next step. */
export function ConnectedServerNotice({ message, thread, onTakeBack, onFill, onTemplate }: ServerNoticeSteps) {
  const account = useAccount();
  const findUser = useFindUser();
  const words = useMessageWords();
  const { run } = useAction();
  const channel = useRow('channels', thread.channel_id);
  const nowMs = useChangingNow(message);
  const [left, setLeft] = useState(() => isDismissed(message.id));
  const notice = messageNoticeOf(message, nowMs);
  const form = useFilledForm(message, notice?.kind === 'failed');
  const locked = useAssignedToOther(thread)?.locked ?? false;
  const takeOver = useTakeOver();
  if (notice === null) return null;
  const open = replyWindowAt(thread.window_expires_at, channelNow(nowMs, channel)).kind !== 'closed';
  const mayGo = (maySendAgain(message) || message.send_state === 'held') && (open || message.type === 'template');
  const { discarded } = message;
  const by = discarded && words.author(authorLabelOf(discarded.by, findUser, account.store.uid));
  const edit =
    message.text !== undefined
      ? onTakeBack && (() => onTakeBack(message.text?.body ?? ''))
      : form !== null && onFill
        ? () => onFill(form)
        : undefined;
  const steps = {
    onSendAgain: mayGo ? () => void run(() => retryMessage(account, message.id)) : undefined,
    onEdit: open ? edit : undefined,
    onTemplate: open ? undefined : onTemplate,
  };
  const hasStep = steps.onSendAgain !== undefined || steps.onEdit !== undefined;
  return (
    <ServerNotice
      {...(locked && hasStep ? { onTakeOver: () => takeOver(thread) } : locked ? {} : steps)}
      notice={notice}
      message={message}
      onDiscard={mayDiscard(message) ? () => void run(() => discardMessage(account, message.id)) : undefined}
      discardedBy={by ?? undefined}
      onLeave={
        left
          ? undefined
          : () => {
              dismissUnknown(message.id);
              setLeft(true);
            }
      }
    />
  );
}

/** The form of a message that failed, loaded for it; null where there is none. */
function useFilledForm(message: Message, failed: boolean): FilledForm | null {
  const [form, setForm] = useState<FilledForm | null>(null);
  const wanted = failed && message.interactive !== undefined;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void import('../composer/structured/filled-form.ts').then(
      ({ filledFormOf }) => !left && setForm(filledFormOf(message)),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [message, wanted]);
  return form;
}

export type ConnectedOutboxNoticeProps = {
  entry: OutboxEntry;
  thread: Thread;
  /** Restores the text into the field; without it the message is only discarded. */
  onTakeBack?: (text: string, entry: OutboxEntry) => void;
};

/** The notice of a message that waits on this device, with its next step. */
export function ConnectedOutboxNotice({ entry, thread, onTakeBack }: ConnectedOutboxNoticeProps) {
  const { t } = useLingui();
  const account = useAccount();
  const findUser = useFindUser();
  const connection = useConnectionState();
  const waiting = useOutboxOf(thread.id);
  const taken = useAssignedToOther(thread);
  const takeOver = useTakeOver();
  const undoLeft = useUndoLeft(entry);
  const overdue = useLater(entry.created_at, noticeAfterMs.stillQueued);
  const behind = waiting.some(
    (other) => other.order < entry.order && other.refusal && refusalHoldsThread(other.refusal),
  );
  const newest = account.store.window(thread.id)?.messages.findLast(({ direction }) => direction === 'OUTGOING');
  const label = newest === undefined ? null : authorLabelOf(newest.created_by, findUser, account.store.uid);
  return (
    <OutboxNotice
      entry={entry}
      answeredBy={label?.kind === 'person' ? shortName(label.name) : null}
      overdue={overdue}
      offline={connection === 'offline'}
      undoLeft={undoLeft}
      behind={behind}
      hasField={onTakeBack !== undefined}
      onSendAnyway={() => {
        void account.outbox.sendAnyway(entry.id, newestKnown(account, thread.id, entry.refusal?.newest_id));
      }}
      assignedTo={taken?.locked ? (taken.name ?? t`another member`) : null}
      onTakeOver={() => {
        takeOver(thread);
        void account.outbox.sendAnyway(entry.id, undefined);
      }}
      onTakeBack={() => {
        if (undoLeft !== null || entry.body.type === 'text') onTakeBack?.(entryText(entry), entry);
        void account.outbox.discard(entry.id);
      }}
      onAgain={() => void account.outbox.retry(entry.id)}
    />
  );
}

/**
 * The newest message the user has been shown: the last one on screen, or the one the server named and the feed has not
 * brought yet.
 */
function newestKnown(account: LiveAccount, threadId: string, named: string | undefined): string | undefined {
  const shown = account.store.window(threadId)?.messages.some(({ id }) => id === named);
  return named === undefined || shown ? newestSeen(account, threadId) : named;
}

/** The current time, updated exactly when a notice may change by time alone. */
function useChangingNow(message: Message): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const waitMs = noticeChangesInMs(message, Date.now());
    if (waitMs === null) return;
    const timer = setTimeout(() => setNowMs(Date.now()), waitMs + 20);
    return () => clearTimeout(timer);
  }, [message]);
  return Math.max(nowMs, Date.parse(message.created_at));
}

/** The seconds in which sending can be undone; null when it is over. */
function useUndoLeft({ hold_until_ms: until, state }: OutboxEntry): number | null {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = until === undefined || state !== 'queued' ? 0 : until - nowMs;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNowMs(Date.now()), (left % 1_000) + 10);
    return () => clearTimeout(timer);
  }, [left]);
  return left <= 0 ? null : Math.ceil(left / 1_000);
}

function useLater(since: string, afterMs: number): boolean {
  const [later, setLater] = useState(() => Date.now() - Date.parse(since) >= afterMs);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), Math.max(0, Date.parse(since) + afterMs - Date.now()));
    return () => clearTimeout(timer);
  }, [since, afterMs]);
  return later;
}
