import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { useRows, useStanding } from '../../sync/public.ts';
import type { InboxView } from '../views.ts';
import { EmptyList as Words } from './empty-list.tsx';

/** Why a view of the inbox holds nothing, and what would change that. */
export function EmptyView({ view, further }: { view: InboxView; further: ReactNode }) {
  const { t } = useLingui();
  const sandbox = useRows('channels').some((channel) => channel.sandbox);
  const { only_assigned: seesOnlyOwn } = useStanding().restrictions;
  if (seesOnlyOwn && (view === 'active' || view === 'unassigned' || view.includes(':'))) {
    return (
      <Words title={t`Nothing for you here`}>
        {t`You see only conversations assigned to you or to your groups. An Admin or Owner set this and can lift it.`}
      </Words>
    );
  }
  if (view === 'mine')
    return <Words title={t`Nothing is assigned to you`}>{t`Open a conversation and press I to take it.`}</Words>;
  if (view === 'unassigned')
    return <Words title={t`Everything has somebody`}>{t`Conversations that nobody took stand here.`}</Words>;
  if (view === 'closing') {
    return (
      <Words title={t`No window closes soon`} foot={further}>
        {t`Who waits for an answer with less than two hours left stands here.`}
      </Words>
    );
  }
  if (view === 'failed') {
    return (
      <Words title={t`Nothing failed`} foot={further}>
        {t`Conversations whose last message could not be sent stand here.`}
      </Words>
    );
  }
  if (view === 'done')
    return <Words title={t`Nothing is done yet`}>{t`Press E in a conversation to mark it as done.`}</Words>;
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
      {t`When somebody writes to your number, the conversation stands here.`}
    </Words>
  );
}
