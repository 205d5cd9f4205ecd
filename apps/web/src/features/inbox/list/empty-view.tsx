import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ThreadCounts } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { useDurationText } from '../../../ui/use-duration-text.ts';
import { useAccess, useRows } from '../../sync/public.ts';
import { EmptyList as Words } from './empty-list.tsx';
import { useClosingSoonMs } from './filters/use-closing-soon.ts';
import type { InboxView } from './filters/views.ts';

type EmptyViewProps = {
  view: InboxView;
  /** What the server counted, maybe before the last changes. */
  counts: ThreadCounts | null;
  /** Whether the device knows a conversation of any view. */
  known: boolean;
  further: ReactNode;
};

/** The empty state of an inbox view: what is true of it, also where everything is done. */
export function EmptyView({ view, counts, known, further }: EmptyViewProps) {
  const { t } = useLingui();
  const soon = useDurationText()(useClosingSoonMs() / 60_000);
  const sandbox = useRows('channels').some((channel) => channel.sandbox);
  const { only_assigned: seesOnlyOwn } = useAccess().restrictions;
  const counted = counts !== null && counts.views.active + counts.views.snoozed + counts.views.done > 0;
  if (view === 'active' && (known || counted)) return <AllDone counts={counts} />;
  if (seesOnlyOwn && (view === 'active' || view === 'unassigned' || view.includes(':'))) {
    return (
      <Words title={t`No conversations for you`}>
        {t`You see only conversations assigned to you or your groups. An Admin or Owner can change this.`}
      </Words>
    );
  }
  if (view === 'mine')
    return (
      <Words
        title={t`No conversations assigned to you`}
      >{t`Open a conversation and press I to assign it to yourself.`}</Words>
    );
  if (view === 'unassigned') {
    return (
      <Words
        title={t`No unassigned conversations`}
      >{t`Active conversations that nobody is assigned to appear here.`}</Words>
    );
  }
  if (view === 'closing') {
    return (
      <Words title={t`No windows closing soon`} foot={further}>
        {t`Conversations with less than ${soon} left to reply appear here.`}
      </Words>
    );
  }
  if (view === 'overdue') {
    return (
      <Words title={t`Nothing overdue`} foot={further}>
        {t`Conversations whose reply target has passed appear here. Admins set reply targets in the business settings.`}
      </Words>
    );
  }
  if (view === 'snoozed') {
    return (
      <Words title={t`No snoozed conversations`}>
        {t`Snoozed conversations stay here until their time comes or the customer replies.`}
      </Words>
    );
  }
  if (view === 'failed') {
    return (
      <Words title={t`No failed messages`} foot={further}>
        {t`Conversations whose last message failed appear here.`}
      </Words>
    );
  }
  if (view.startsWith('saved:')) {
    return (
      <Words title={t`No conversations in this view`} foot={further}>
        {t`Conversations that match the view’s filters are shown here.`}
      </Words>
    );
  }
  if (view === 'done')
    return <Words title={t`No done conversations`}>{t`Press E in a conversation to mark it as done.`}</Words>;
  if (view.startsWith('channel:')) {
    return (
      <Words title={t`No active conversations`}>
        {t`Conversations appear here when customers write to this number.`}
      </Words>
    );
  }
  if (view.startsWith('group:')) {
    return (
      <Words title={t`No active conversations`}>{t`Active conversations assigned to this group appear here.`}</Words>
    );
  }
  if (view.startsWith('label:')) {
    return (
      <Words title={t`No active conversations`} foot={further}>
        {t`Active conversations with this label appear here.`}
      </Words>
    );
  }
  if (counts === null) {
    return (
      <Words
        title={t`No active conversations`}
      >{t`Conversations appear here when customers write to your number.`}</Words>
    );
  }
  return (
    <Words
      title={t`No conversations yet`}
      foot={
        sandbox && (
          <Link to="/sandbox" className={buttonClass({ variant: 'filled' })}>
            {t`Write the first message in the sandbox`}
          </Link>
        )
      }
    >
      {t`New conversations appear here when customers write to your number.`}
    </Words>
  );
}

/** Nobody waits, and nothing is open. */
function AllDone({ counts }: { counts: ThreadCounts | null }) {
  const { t } = useLingui();
  const done = counts?.done_today ?? 0;
  const snoozed = counts?.views.snoozed ?? 0;
  return (
    <Words
      title={t`All done`}
      foot={
        snoozed > 0 && (
          <Link to="/inbox" search={{ view: 'snoozed' }} className={buttonClass()}>
            {t`Show snoozed (${snoozed})`}
          </Link>
        )
      }
    >
      {done > 0
        ? t`${plural(done, { one: '# conversation done today.', other: '# conversations done today.' })}`
        : t`New messages from customers appear here.`}
    </Words>
  );
}

/** No conversation of the view passes the filters. */
export function NoMatch() {
  const { t } = useLingui();
  return <Words title={t`No matching conversations`}>{t`Remove a filter to see more.`}</Words>;
}
