import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { IconCalendarClock, IconChevronDown, IconChevronUp, IconPencil, IconSend, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccount, useFindUser, useRow } from '../../sync/public.ts';
import { authorLabelOf } from '../bubble/author-label.ts';
import { BubbleContent } from '../bubble/bubble-content.tsx';
import { useAssignedToOther } from '../bubble/use-assigned-to-other.ts';
import { useMessageWords } from '../bubble/use-message-words.ts';
import { useSendTimeText } from '../bubble/use-send-time-text.ts';
import { SendLaterDialog } from '../composer/send-later-dialog.tsx';
import styles from './scheduled.module.css';
import { cancelScheduled, changeScheduled, editableText, textChange } from './scheduled.ts';

export type ScheduledListProps = { thread: Thread; messages: readonly Message[]; nowMs: number };

/** What is scheduled in a conversation: one line that opens to the list. */
export function ScheduledList({ thread, messages, nowMs }: ScheduledListProps) {
  const { t } = useLingui();
  const sendTime = useSendTimeText();
  const [open, setOpen] = useState(false);
  const id = useId();
  const [next] = messages;
  const count = messages.length;
  const when = next?.send_at === undefined ? '' : sendTime(next.send_at, nowMs);
  return (
    <section className={styles.scheduled} aria-label={t`Scheduled messages`}>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconCalendarClock {...smallIcon} />
        <span>
          {count === 1 ? t`1 scheduled message: ${when}` : t`${count} scheduled messages, the next one ${when}`}
        </span>
        {open ? <IconChevronDown {...smallIcon} /> : <IconChevronUp {...smallIcon} />}
      </button>
      {open && (
        <ul id={id} className={styles.list}>
          {messages.map((message) => (
            <ScheduledRow key={message.id} thread={thread} message={message} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Later than this it should have left. */
const slowAfterMs = 60_000;

function ScheduledRow({ thread, message, nowMs }: { thread: Thread; message: Message; nowMs: number }) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useMessageWords();
  const sendTime = useSendTimeText();
  const findUser = useFindUser();
  const channel = useRow('channels', thread.channel_id);
  const [editing, setEditing] = useState(false);
  const at = message.send_at ?? message.timestamp;
  const locked = useAssignedToOther(thread)?.locked ?? false;
  const barred = locked ? t`Only the assigned member can change or send it` : undefined;
  const run = (work: Promise<void>) =>
    work.catch((error: unknown) =>
      toast({ message: error instanceof ApiError ? error.message : t`Couldn’t reach the server. Try again.` }),
    );
  const cancel = async () => {
    await cancelScheduled(account, message);
    const cancelled = { ...message, version: message.version + 1 };
    toast({
      message: t`Scheduled message cancelled`,
      // Scheduling it again would be a send.
      ...(locked
        ? {}
        : { action: { label: t`Undo`, run: () => void run(changeScheduled(account, cancelled, { send_at: at })) } }),
    });
  };
  const label = authorLabelOf(message.created_by, findUser, account.store.uid);
  const author = label.kind === 'you' ? t`You` : words.author(label);
  const overdue =
    message.send_state === 'held' || (at !== 'reply' && Date.parse(at) + slowAfterMs < nowMs && channel === undefined);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.meta}>
          <time dateTime={at === 'reply' ? undefined : at}>{sendTime(at, nowMs)}</time>
          {author !== null && <bdi>{author}</bdi>}
        </p>
        <p className={styles.line} dir="auto">
          {words.messageLine(message)}
        </p>
        {message.interactive !== undefined && (
          <div className={styles.content}>
            <BubbleContent message={message} mayReadRaw={false} />
          </div>
        )}
        {overdue && (
          <p className={styles.warn}>
            {message.held_reason === 'restored'
              ? t`On hold: this server was restored from a backup. Check whether the customer has it.`
              : t`Not sent: its channel was removed.`}
          </p>
        )}
      </div>
      <IconButton label={t`Edit`} blocked={barred} onClick={() => setEditing(true)}>
        <IconPencil {...icon} />
      </IconButton>
      <IconButton
        label={t`Send now`}
        blocked={barred}
        onClick={() => void run(changeScheduled(account, message, { send_at: null }))}
      >
        <IconSend {...icon} />
      </IconButton>
      <IconButton label={t`Cancel scheduled message`} onClick={() => void run(cancel())}>
        <IconX {...icon} />
      </IconButton>
      {editing && (
        <EditScheduled
          message={message}
          nowMs={nowMs}
          windowExpiresAt={
            channel?.kind === 'WHATSAPP' && message.type !== 'template' ? thread.window_expires_at : null
          }
          onClose={() => setEditing(false)}
          onSave={(body) => void run(changeScheduled(account, message, body))}
        />
      )}
    </li>
  );
}

type EditProps = {
  message: Message;
  nowMs: number;
  windowExpiresAt: string | null;
  onSave: (body: Parameters<typeof changeScheduled>[2]) => void;
  onClose: () => void;
};

function EditScheduled({ message, nowMs, windowExpiresAt, onSave, onClose }: EditProps) {
  const { t } = useLingui();
  const before = editableText(message);
  const [text, setText] = useState(before ?? '');
  const at = message.send_at ?? message.timestamp;
  return (
    <SendLaterDialog
      title={t`Edit scheduled message`}
      confirm={t`Save`}
      nowMs={nowMs}
      at={at === 'reply' ? undefined : at}
      onReply={at === 'reply'}
      windowExpiresAt={windowExpiresAt}
      blocked={message.type === 'text' && text.trim() === ''}
      onClose={onClose}
      onChoose={(chosen) =>
        onSave({
          ...(chosen === at ? {} : { send_at: chosen }),
          ...(before === null || text === before ? {} : textChange(message, text)),
          // Nothing changed: the same time again.
          ...(chosen === at && (before === null || text === before) ? { send_at: at } : {}),
        })
      }
    >
      {before !== null && (
        <TextAreaField
          label={message.type === 'text' ? t`Message` : t`Caption`}
          rows={5}
          dir="auto"
          value={text}
          maxLength={message.type === 'text' ? 4096 : 1024}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </SendLaterDialog>
  );
}
