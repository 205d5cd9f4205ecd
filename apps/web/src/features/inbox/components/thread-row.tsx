import { useLingui } from '@lingui/react/macro';
import type { Channel, Thread, User, UserGroup } from '@parley/contract/types';
import { IconAlertCircle, IconAt, IconUsers } from '@tabler/icons-react';
import { memo } from 'react';
import { Count } from '../../../ui/badge.tsx';
import { ContactSquare } from '../../../ui/contact-square.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { PersonCircle } from '../../../ui/person-circle.tsx';
import { Ticks } from '../../../ui/ticks.tsx';
import { contactName } from '../../contacts/public.ts';
import { type Draft, entryType, type OutboxEntry } from '../../sync/public.ts';
import { authorLabelOf } from '../author-label.ts';
import { useMessageWords, wordsOfEntry } from '../use-message-words.ts';
import { channelNow } from '../use-now.ts';
import { useTimeWords } from '../use-time-words.ts';
import { urgentLeftOf } from '../window-left.ts';
import { ChannelGlyph } from './channel-glyph.tsx';
import { MessageIcon } from './message-icon.tsx';
import { SandboxMark } from './sandbox-mark.tsx';
import styles from './thread-row.module.css';

export type ThreadRowProps = {
  thread: Thread;
  /** The person looking. */
  uid: string;
  findUser: (id: string) => User | undefined;
  findGroup: (id: string) => UserGroup | undefined;
  channel: Channel | undefined;
  /** The channel's place among several; null when there is only one and no mark is needed. */
  channelPlace: number | null;
  nowMs: number;
  selected: boolean;
  /** Leaves out who it is assigned to, where every row has the same. */
  hideAssignee?: boolean;
  /** The last message that still waits on this device. */
  waiting?: OutboxEntry;
  draft?: Draft;
  /** An unread note here names the person looking. */
  mentioned?: boolean;
  /** Stands there in place of the last message: a note that names the person looking. */
  instead?: { at: string; words: string };
};

/** What a row of the list shows, 72 px: who, where, when or how long still; the last message and its marks. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { thread, channel, channelPlace, nowMs, selected } = props;
  const { t } = useLingui();
  const unread = thread.unread_count > 0;
  const assignee = thread.assignee_id === null ? undefined : props.findUser(thread.assignee_id);
  const group = thread.assignee_group_id === null ? undefined : props.findGroup(thread.assignee_group_id);
  return (
    <span className={styles.row} data-selected={selected || undefined} data-unread={unread || undefined}>
      <ContactSquare
        name={contactName(thread.contact)}
        seed={thread.contact_id}
        windowExpiresAt={thread.window_expires_at}
        now={channelNow(nowMs, channel)}
      />
      <span className={styles.words}>
        <span className={styles.top}>
          <bdi className={styles.name}>{contactName(thread.contact)}</bdi>
          {channel?.sandbox ? (
            <SandboxMark />
          ) : (
            channelPlace !== null && <ChannelGlyph place={channelPlace} label={channel?.channel_label} />
          )}
          <RowTime {...props} />
        </span>
        <span className={styles.bottom}>
          <RowPreview {...props} />
          <span className={styles.marks}>
            {assignee && !props.hideAssignee && (
              <PersonCircle name={assignee.name} photo={assignee.photo_url} label={t`Assigned to ${assignee.name}`} />
            )}
            {!assignee && group && !props.hideAssignee && (
              <span role="img" aria-label={t`Assigned to ${group.name}`} data-tip={t`Assigned to ${group.name}`}>
                <IconUsers {...smallIcon} />
              </span>
            )}
            {props.mentioned && (
              <span
                role="img"
                className={styles.mention}
                aria-label={t`A note names you`}
                data-tip={t`A note names you`}
              >
                <IconAt {...smallIcon} />
              </span>
            )}
            <Count value={thread.unread_count} label={t`${thread.unread_count} unread`} />
          </span>
        </span>
      </span>
    </span>
  );
});

function RowTime({ thread, channel, nowMs, waiting, instead }: ThreadRowProps) {
  const { t } = useLingui();
  const words = useTimeWords();
  const left = waiting === undefined ? urgentLeftOf(thread, channelNow(nowMs, channel)) : null;
  if (left !== null) {
    const { hours, minutes } = left;
    return (
      <span className={left.kind === 'last' ? styles.last : styles.soon}>
        {hours > 0 ? t`${hours} h ${minutes} min left` : t`${minutes} min left`}
      </span>
    );
  }
  const at = instead?.at ?? waiting?.created_at ?? thread.last_message_at;
  return at === null ? null : (
    <time className={styles.time} dateTime={at}>
      {words.inList(at, nowMs)}
    </time>
  );
}

function RowPreview({ thread, uid, findUser, selected, waiting, draft, instead }: ThreadRowProps) {
  const { t } = useLingui();
  const words = useMessageWords();
  const last = thread.last_message;
  if (instead !== undefined) return <Preview words={instead.words} />;
  if (waiting !== undefined) {
    const refused = waiting.state === 'refused';
    const line = words.oneLine(entryType(waiting), wordsOfEntry(waiting));
    return (
      <>
        {refused ? <IconAlertCircle {...smallIcon} className={styles.failed} /> : <Ticks status={0} sendState={null} />}
        <Preview failed={refused} words={refused ? t`Not sent: ${line}` : `${t`You:`} ${line}`} />
      </>
    );
  }
  if (draft !== undefined && !selected && draft.text.trim() !== '') {
    return (
      <>
        <span className={styles.draft}>{t`Draft:`}</span>
        <Preview words={draft.text} />
      </>
    );
  }
  if (last === null) return <Preview words={t`No messages yet`} />;
  const line = words.oneLine(last.type, last.preview);
  if (last.direction === 'INCOMING') {
    return (
      <>
        <MessageIcon type={last.type} />
        <Preview words={line} />
      </>
    );
  }
  if (last.status === -1) {
    return (
      <>
        <IconAlertCircle {...smallIcon} className={styles.failed} />
        <Preview failed words={t`Not sent: ${line}`} />
      </>
    );
  }
  return (
    <>
      <Ticks status={last.status} sendState={last.send_state} />
      <Preview words={`${words.prefix(authorLabelOf(last.created_by, findUser, uid))} ${line}`} />
    </>
  );
}

function Preview({ words, failed = false }: { words: string; failed?: boolean }) {
  return (
    <span className={failed ? `${styles.preview} ${styles.failed}` : styles.preview} dir="auto">
      {words}
    </span>
  );
}
