import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { useDurationText } from '../../../ui/use-duration-text.ts';
import { useAccess, useRows } from '../../sync/public.ts';
import { EmptyList as Words } from './empty-list.tsx';
import { useClosingSoonMs } from './filters/use-closing-soon.ts';
import type { InboxView } from './filters/views.ts';

/** The empty state of an inbox view. */
export function EmptyView({ view, further }: { view: InboxView; further: ReactNode }) {
  const { t } = useLingui();
  const soon = useDurationText()(useClosingSoonMs() / 60_000);
  const sandbox = useRows('channels').some((channel) => channel.sandbox);
  const { only_assigned: seesOnlyOwn } = useAccess().restrictions;
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
  if (view === 'unassigned') return <Words title={t`All assigned`}>{t`Unassigned conversations appear here.`}</Words>;
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

/** No conversation of the view passes the filters. */
export function NoMatch() {
  const { t } = useLingui();
  return <Words title={t`No matching conversations`}>{t`Remove a filter to see more.`}</Words>;
}
