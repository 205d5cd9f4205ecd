import { useLingui } from '@lingui/react/macro';
import { isHeldByOther, isMuted, isSnoozed } from '@parley/contract/threads';
import type { Channel, Thread } from '@parley/contract/types';
import { IconAlarmSnooze, IconAt, IconBellOff, IconSparkles } from '@tabler/icons-react';
import { channelNow } from '../../../platform/use-now.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { ReplyDueMark } from '../thread/header/reply-due-mark.tsx';
import { PresentMark, type PresentMarkProps } from '../thread/present-mark.tsx';
import styles from './thread-row.module.css';

export type RowMarksProps = {
  thread: Thread;
  channel: Channel | undefined;
  nowMs: number;
  /** Another member who is in the conversation now. */
  present?: PresentMarkProps;
  /** An unread note mentions the user. */
  mentioned?: boolean;
  /** The name of the AI assistant, where it has the conversation. */
  assistant?: string | null;
};

/** Marks of a row that few conversations have. */
export function RowMarks({ thread, channel, nowMs, present, mentioned, assistant }: RowMarksProps) {
  const { t } = useLingui();
  return (
    <>
      <ReplyDueMark thread={thread} nowMs={channelNow(nowMs, channel)} />
      <SnoozeMark thread={thread} nowMs={nowMs} />
      {isHeldByOther(thread) && (
        <span role="img" aria-label={t`Your team isn’t answering`} data-tip={t`Your team isn’t answering`}>
          <IconSparkles {...smallIcon} />
        </span>
      )}
      {assistant && (
        <span role="img" aria-label={t`Assigned to ${assistant}`} data-tip={t`Assigned to ${assistant}`}>
          <IconSparkles {...smallIcon} />
        </span>
      )}
      {isMuted(thread, nowMs) && (
        <span role="img" aria-label={t`Muted`} data-tip={t`Muted`}>
          <IconBellOff {...smallIcon} />
        </span>
      )}
      {present && <PresentMark {...present} />}
      {mentioned && (
        <span
          role="img"
          className={styles.mention}
          aria-label={t`You are mentioned in a note`}
          data-tip={t`You are mentioned in a note`}
        >
          <IconAt {...smallIcon} />
        </span>
      )}
    </>
  );
}

function SnoozeMark({ thread, nowMs }: Pick<RowMarksProps, 'thread' | 'nowMs'>) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const { snoozed_until: until } = thread;
  if (until === null || !isSnoozed(thread, nowMs)) return null;
  const label = until === 'reply' ? t`Snoozed until they reply` : t`Snoozed until ${words.until(until, nowMs)}`;
  return (
    <span role="img" aria-label={label} data-tip={label}>
      <IconAlarmSnooze {...smallIcon} />
    </span>
  );
}
