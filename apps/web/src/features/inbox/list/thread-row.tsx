import { useLingui } from '@lingui/react/macro';
import { isAway } from '@parley/contract/away';
import { isHeldByOther } from '@parley/contract/threads';
import type { Channel, Label, Thread, User, UserGroup } from '@parley/contract/types';
import { IconAlertCircle, IconRobot, IconUsers } from '@tabler/icons-react';
import { memo } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { channelNow } from '../../../platform/use-now.ts';
import { whenIdle } from '../../../platform/when-idle.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Count } from '../../../ui/badge.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { MemberAvatar } from '../../../ui/member-avatar.tsx';
import { Ticks } from '../../../ui/ticks.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { contactName } from '../../contacts/public.ts';
import { SandboxTag } from '../../sandbox/public.ts';
import { type Draft, entryType, type OutboxEntry } from '../../sync/public.ts';
import { authorLabelOf } from '../bubble/author-label.ts';
import type { MessageIconProps } from '../bubble/message-icon.tsx';
import { senderName } from '../bubble/participants.ts';
import { entryText, useMessageLabels } from '../bubble/use-message-labels.ts';
import { urgentLeftOf } from '../composer/window-left.ts';
import { LabelChips } from '../labels/label-chip.tsx';
import type { PresentMarkProps } from '../thread/present-mark.tsx';
import { ChannelGlyph } from './channel-glyph.tsx';
import type { RowMarksProps } from './row-marks.tsx';
import styles from './thread-row.module.css';

// Marks and icons come after the first rows, icons into the room they need.
const RowMarks = lazyComponent<RowMarksProps>(
  async () => (await whenIdle().then(() => import('./row-marks.tsx'))).RowMarks,
  { fallback: null, optional: true },
);
const MessageIcon = lazyComponent<MessageIconProps>(
  async () => (await whenIdle().then(() => import('../bubble/message-icon.tsx'))).MessageIcon,
  { fallback: <span className={styles.iconRoom} />, optional: true },
);
export type ThreadRowProps = {
  thread: Thread;
  /** The user. */
  uid: string;
  findUser: (id: string) => User | undefined;
  findGroup: (id: string) => UserGroup | undefined;
  channel: Channel | undefined;
  /** The channel's position among several; null when there is only one and no mark is needed. */
  channelPlace: number | null;
  nowMs: number;
  /** The account's labels; the row shows the first that it has, and how many more. */
  labels?: readonly Label[];
  selected: boolean;
  /** The name of the AI assistant, where it has the conversation. */
  assistant?: string | null;
  /** Hides the assignee, where all rows have the same. */
  hideAssignee?: boolean;
  /** The last message that waits on this device. */
  waiting?: OutboxEntry;
  draft?: Draft;
  /** An unread note mentions the user. */
  mentioned?: boolean;
  /** Another member who is in the conversation now. */
  present?: PresentMarkProps;
  /** Shown instead of the last message: a note that mentions the user. */
  instead?: { at: string; words: string };
};

const noLabels: readonly Label[] = [];

/** A row of the list, 72 px: contact, channel, time or time left; the last message and its marks. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { thread, channel, channelPlace, nowMs, selected } = props;
  const { t } = useLingui();
  const unread = thread.unread_count > 0;
  const assignee = thread.assignee_id === null ? undefined : props.findUser(thread.assignee_id);
  const group = thread.assignee_group_id === null ? undefined : props.findGroup(thread.assignee_group_id);
  return (
    <span className={styles.row} data-selected={selected || undefined} data-unread={unread || undefined}>
      <Avatar
        name={contactName(thread.contact)}
        seed={thread.contact_id}
        windowExpiresAt={thread.window_expires_at}
        now={channelNow(nowMs, channel)}
      />
      <span className={styles.words}>
        <span className={styles.top}>
          <bdi className={styles.name}>{contactName(thread.contact)}</bdi>
          {channelPlace !== null &&
            (channel?.sandbox ? <SandboxTag /> : <ChannelGlyph place={channelPlace} label={channel?.channel_label} />)}
          <RowTime {...props} />
        </span>
        <span className={styles.bottom}>
          <RowPreview {...props} />
          <span className={styles.marks}>
            <LabelChips labels={props.labels?.filter(({ id }) => thread.label_ids.includes(id)) ?? noLabels} most={1} />
            {(thread.reply_due_at ||
              thread.resolve_due_at ||
              thread.snoozed_until ||
              thread.muted_until ||
              isHeldByOther(thread) ||
              props.assistant ||
              props.mentioned ||
              props.present) && <RowMarks {...props} />}
            {assignee && !props.hideAssignee && assignee.id !== props.present?.user.id && (
              <MemberAvatar
                name={assignee.name}
                photo={assignee.photo_url}
                label={
                  isAway(assignee, nowMs) ? t`Assigned to ${assignee.name}, away` : t`Assigned to ${assignee.name}`
                }
              />
            )}
            {!assignee && group && !props.hideAssignee && (
              <span role="img" aria-label={t`Assigned to ${group.name}`} data-tip={t`Assigned to ${group.name}`}>
                <IconUsers {...smallIcon} />
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
  const words = useTimeLabels();
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
  const words = useMessageLabels();
  const last = thread.last_message;
  if (instead !== undefined) return <Preview words={instead.words} />;
  if (waiting !== undefined) {
    const refused = waiting.state === 'refused';
    const line = words.oneLine(entryType(waiting), entryText(waiting));
    return (
      <>
        {refused ? <IconAlertCircle {...smallIcon} className={styles.failed} /> : <Ticks status={0} sendState={null} />}
        <Preview failed={refused} prefix={refused ? t`Not sent:` : t`You:`} words={line} />
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
  const { unanswered } = thread;
  if (unanswered !== undefined && thread.state === 'ACTIVE') {
    const label = t`A bot replied, but no one on the team has`;
    return (
      <>
        <span role="img" aria-label={label} data-tip={label} className={styles.robot}>
          <IconRobot {...smallIcon} />
        </span>
        <Preview words={words.oneLine(unanswered.type, unanswered.preview)} />
      </>
    );
  }
  const line = words.oneLine(last.type, last.preview, last.direction === 'OUTGOING');
  if (last.direction === 'INCOMING') {
    const sender = senderName(thread, last.sender_id);
    return (
      <>
        {last.type !== 'text' && <MessageIcon type={last.type} />}
        <Preview prefix={sender === null ? undefined : words.prefix({ kind: 'person', name: sender })} words={line} />
      </>
    );
  }
  if (last.status === -1) {
    return (
      <>
        <IconAlertCircle {...smallIcon} className={styles.failed} />
        <Preview failed prefix={t`Not sent:`} words={line} />
      </>
    );
  }
  return (
    <>
      <Ticks status={last.status} sendState={last.send_state} />
      <Preview prefix={words.prefix(authorLabelOf(last.created_by, findUser, uid))} words={line} />
    </>
  );
}

/** @param prefix who wrote: isolated, so that the message decides the direction and what is cut off is its end */
function Preview({ prefix, words, failed = false }: { prefix?: string | undefined; words: string; failed?: boolean }) {
  return (
    <span className={failed ? `${styles.preview} ${styles.failed}` : styles.preview} dir="auto">
      {prefix !== undefined && (
        <>
          <bdi>{prefix}</bdi>{' '}
        </>
      )}
      {words}
    </span>
  );
}
