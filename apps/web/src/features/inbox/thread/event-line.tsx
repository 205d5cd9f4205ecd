import { useLingui } from '@lingui/react/macro';
import type { ThreadEvent } from '@parley/contract/types';
import {
  type Icon,
  IconAlarmOff,
  IconAlarmSnooze,
  IconArrowBackUp,
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconCoins,
  IconLayoutKanban,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconPlugConnectedX,
  IconRobotOff,
  IconSparkles,
  IconStar,
  IconTag,
  IconTemplate,
  IconTemplateOff,
  IconTransfer,
  IconUserShare,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listText } from '../../../platform/formats.ts';
import { useNow } from '../../../platform/use-now.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { useDurationText } from '../../../ui/use-duration-text.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useValueText } from '../../stages/public.ts';
import { useAccount, useFindGroup, useFindUser, useRow, useRows } from '../../sync/public.ts';
import { authorLabelOf, shortName } from '../bubble/author-label.ts';
import { senderName } from '../bubble/participants.ts';
import { LabelChip } from '../labels/label-chip.tsx';
import styles from './conversation-timeline.module.css';
import { AssistantWords } from './event-assistant.tsx';
import { isNotice, NoticeWords } from './event-notice.tsx';

const icons: Record<ThreadEvent['kind'], Icon> = {
  assigned: IconUserShare,
  assistant: IconSparkles,
  blocked: IconBan,
  bot_loop: IconRobotOff,
  channel_connected: IconPlugConnected,
  channel_disconnected: IconPlugConnectedX,
  channel_paused: IconPlayerPause,
  channel_removed: IconPlugConnectedX,
  channel_resumed: IconPlayerPlay,
  done: IconCircleCheck,
  group: IconUsersGroup,
  holder: IconTransfer,
  labels_changed: IconTag,
  rated: IconStar,
  reopened: IconArrowBackUp,
  snooze_ended: IconAlarmOff,
  snoozed: IconAlarmSnooze,
  stage_changed: IconLayoutKanban,
  template_disabled: IconTemplateOff,
  template_paused: IconTemplateOff,
  template_resumed: IconTemplate,
  unblocked: IconCircle,
  value_changed: IconCoins,
};

/** What happened to the conversation, between its messages, or (`plain`) in a list. */
export function EventLine({ event, plain = false }: { event: ThreadEvent; plain?: boolean }) {
  const words = useTimeLabels();
  const EventIcon = icons[event.kind];
  return (
    <p className={plain ? styles.listed : styles.system} data-event={event.kind}>
      <EventIcon {...smallIcon} />
      <bdi>{isNotice(event) ? <NoticeWords event={event} /> : <EventWords event={event} />}</bdi>
      <time dateTime={event.created_at} data-tip={words.exact(event.created_at)}>
        {plain && <>{words.date(event.created_at)}, </>}
        {words.clock(event.created_at)}
      </time>
    </p>
  );
}

function EventWords({ event }: { event: ThreadEvent }): ReactNode {
  const { t } = useLingui();
  const { uid } = useAccount().store;
  const findUser = useFindUser();
  const findGroup = useFindGroup();
  const times = useTimeLabels();
  const nowMs = useNow();
  const durationText = useDurationText();
  const stages = useRows('stages');
  const valueText = useValueText();
  const { kind, detail } = event;
  const label = authorLabelOf(event.created_by, findUser, uid);
  const mine = label.kind === 'you';
  const by =
    label.kind === 'person'
      ? shortName(label.name)
      : label.kind === 'key'
        ? label.id
        : label.kind === 'bot'
          ? t`The bot`
          : label.kind === 'assistant'
            ? t`The AI assistant`
            : '…';
  if (kind === 'reopened' && event.created_by === 'webhook') return t`Reopened by a new message`;
  if (kind === 'rated') return t`The customer rated ${detail.score ?? 0} of 5`;
  if (kind === 'assistant') return <AssistantWords event={event} by={mine ? null : by} />;
  if (kind === 'group') return <GroupWords event={event} />;
  if (kind === 'holder') return <HolderWords event={event} by={mine ? null : by} />;
  if (kind === 'bot_loop') return t`Stopped answering: a bot writes here`;
  if (kind === 'done' && detail.after_minutes !== undefined) {
    const quiet = durationText(detail.after_minutes);
    return t`Marked as done after ${quiet} without a message`;
  }
  if (kind === 'done') return mine ? t`You marked this as done` : t`${by} marked this as done`;
  if (kind === 'reopened') return mine ? t`You reopened this` : t`${by} reopened this`;
  if (kind === 'blocked') return mine ? t`You blocked this customer` : t`${by} blocked this customer`;
  if (kind === 'unblocked') return mine ? t`You unblocked this customer` : t`${by} unblocked this customer`;
  if (kind === 'snooze_ended') return mine ? t`You ended the snooze` : t`${by} ended the snooze`;
  if (kind === 'snoozed') {
    if (detail.until === 'reply' || detail.until === undefined) {
      return mine ? t`You snoozed this until a reply` : t`${by} snoozed this until a reply`;
    }
    const until = times.until(detail.until, nowMs);
    return mine ? t`You snoozed this until ${until}` : t`${by} snoozed this until ${until}`;
  }
  if (kind === 'stage_changed') {
    if (detail.stage_id == null)
      return mine ? t`You took this out of all stages` : t`${by} took this out of all stages`;
    const stage = stages.find(({ id }) => id === detail.stage_id)?.name ?? t`a deleted stage`;
    return mine ? t`You moved this to ${stage}` : t`${by} moved this to ${stage}`;
  }
  if (kind === 'value_changed') {
    if (detail.value == null) return mine ? t`You removed the value` : t`${by} removed the value`;
    const value = valueText(detail.value);
    return mine ? t`You set the value to ${value}` : t`${by} set the value to ${value}`;
  }
  if (kind === 'assigned') {
    const { assignee_id: memberId, assignee_group_id: group } = detail;
    if (mine && memberId === uid) return t`You assigned this to yourself`;
    if (memberId != null && memberId === event.created_by) return t`${by} took this`;
    const to =
      memberId === uid
        ? t`you`
        : memberId != null
          ? (findUser(memberId)?.name ?? '…')
          : group != null
            ? (findGroup(group)?.name ?? '…')
            : null;
    if (detail.by_rule)
      return to === null ? t`Unassigned by the assignment rule` : t`Assigned to ${to} by the assignment rule`;
    if (to === null) return mine ? t`You unassigned this` : t`${by} unassigned this`;
    return mine ? t`You assigned this to ${to}` : t`${by} assigned this to ${to}`;
  }
  return (
    <>
      {(detail.added?.length ?? 0) > 0 && (
        <>
          {mine ? t`You added` : t`${by} added`} <Labels ids={detail.added ?? []} />
        </>
      )}{' '}
      {(detail.removed?.length ?? 0) > 0 && (
        <>
          {mine ? t`You removed` : t`${by} removed`} <Labels ids={detail.removed ?? []} />
        </>
      )}
    </>
  );
}

/** @param by  who did it; null: the reader */
function HolderWords({ event, by }: { event: ThreadEvent; by: string | null }): ReactNode {
  const { t } = useLingui();
  const { holder, note, by_message } = event.detail;
  if (event.created_by !== 'agent') {
    if (by_message) return by === null ? t`You took this over by replying` : t`${by} took this over by replying`;
    if (holder === 'us') return by === null ? t`You took this over` : t`${by} took this over`;
    return by === null ? t`You handed this back to Meta’s AI agent` : t`${by} handed this back to Meta’s AI agent`;
  }
  if (holder === 'ai_agent') return t`Meta’s AI agent took this over`;
  if (holder === 'other') return t`Another app of this number took this over`;
  return note === undefined ? t`Handed over to your team` : t`Handed over to your team: ${note}`;
}

function GroupWords({ event }: { event: ThreadEvent }): ReactNode {
  const { t } = useLingui();
  const thread = useRow('threads', event.thread_id);
  const { subject, group_state: state, added = [], removed = [] } = event.detail;
  const names = (ids: readonly string[]) =>
    listText(ids.map((id) => (thread && senderName(thread, id)) ?? t`a former participant`));
  if (subject !== undefined) return t`The group is now called ${subject}`;
  if (state === 'deleted') return t`The group was deleted. Nobody can write in it`;
  if (state === 'suspended') return t`WhatsApp suspended the group. Nobody can write in it`;
  if (state === 'active') return t`The group can be written to again`;
  return added.length > 0 ? t`${names(added)} joined the group` : t`${names(removed)} left the group`;
}

function Labels({ ids }: { ids: readonly string[] }) {
  const { t } = useLingui();
  const labels = useRows('labels');
  return ids.map((id) => {
    const label = labels.find((each) => each.id === id);
    return label === undefined ? <span key={id}>{t`a deleted label`}</span> : <LabelChip key={id} label={label} />;
  });
}
