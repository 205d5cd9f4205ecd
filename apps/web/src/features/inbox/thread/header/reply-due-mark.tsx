import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconClockExclamation, IconClockHour4 } from '@tabler/icons-react';
import { Badge, type BadgeTone } from '../../../../ui/badge.tsx';
import { useRows } from '../../../sync/public.ts';
import { type ReplyDue, replyDueOf } from './reply-due.ts';

export type ReplyDueMarkProps = {
  thread: Thread;
  /** The channel's time. */
  nowMs: number;
};

const tones: Record<ReplyDue['kind'], BadgeTone> = { later: 'neutral', soon: 'warn', overdue: 'bad' };

/** How long until the reply or the resolution is due, or has been; nothing where none is. */
export function ReplyDueMark(props: ReplyDueMarkProps) {
  const { reply_due_at: reply, resolve_due_at: resolution } = props.thread;
  return reply == null && resolution == null ? null : <DueMark {...props} />;
}

function DueMark({ thread, nowMs }: ReplyDueMarkProps) {
  const warnMinutes = useRows('clients')[0]?.reply_targets?.warn_minutes ?? 0;
  const due = replyDueOf(thread, nowMs, warnMinutes);
  return due && <ReplyDueBadge due={due} />;
}

export function ReplyDueBadge({ due: { what, kind, unit, count } }: { due: ReplyDue }) {
  const { t } = useLingui();
  const long = {
    minutes: plural(count, { one: '# minute', other: '# minutes' }),
    hours: plural(count, { one: '# hour', other: '# hours' }),
    days: plural(count, { one: '# day', other: '# days' }),
  }[unit];
  const short = { minutes: t`${count} min`, hours: t`${count} h`, days: t`${count} d` }[unit];
  const label =
    what === 'reply'
      ? kind === 'overdue'
        ? t`Reply overdue by ${long}`
        : t`Reply due in ${long}`
      : kind === 'overdue'
        ? t`Resolution overdue by ${long}`
        : t`Resolution due in ${long}`;
  const DueIcon = kind === 'overdue' ? IconClockExclamation : IconClockHour4;
  return (
    <span role="img" aria-label={label} data-tip={label}>
      <Badge tone={tones[kind]} icon={<DueIcon size={13} />}>
        {kind === 'overdue' && <span data-due="long">{t`Overdue ${short}`}</span>}
        <span data-due="short" hidden={kind === 'overdue'}>
          {short}
        </span>
      </Badge>
    </span>
  );
}
