import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { useCampaignCalls } from '../broadcasts-data.ts';
import { useMoment } from './use-words.ts';

/** The address names a draft that is gone. */
export function NoDraftAnyMore() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`This draft is not there`}
      actions={
        <>
          <Link to="/broadcast" search={{}} className={buttonClass({ variant: 'filled' })}>{t`New broadcast`}</Link>
          <Link to="/broadcast/history" search={{}} className={buttonClass()}>{t`All broadcasts`}</Link>
        </>
      }
    >
      <p>{t`Somebody deleted it, or it belongs to another account.`}</p>
    </EmptyState>
  );
}

/** It is planned, or was sent: nothing is edited here any more. */
export function NotADraft({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const { act } = useCampaignCalls();
  const words = useServerWords();
  const moment = useMoment();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isPlanned = campaign.state === 'SCHEDULED';
  const when = campaign.schedule.at ? moment(campaign.schedule.at) : '';
  const unplan = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await act(campaign.id, 'cancel');
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <EmptyState
      title={isPlanned ? t`Planned for ${when}` : t`This broadcast was started`}
      actions={
        <>
          <Link
            to="/broadcast/history/$campaign_id"
            params={{ campaign_id: campaign.id }}
            className={buttonClass({ variant: 'filled' })}
          >{t`Open it`}</Link>
          {isPlanned && <Button busy={busy} onClick={() => void unplan()}>{t`Take the plan back and edit`}</Button>}
          <Link to="/broadcast" search={{}} className={buttonClass()}>{t`New broadcast`}</Link>
        </>
      }
    >
      <p>
        {isPlanned
          ? t`It starts by itself. To change anything, take the plan back first: it is a draft again then, and nothing is sent.`
          : t`What is sent cannot be edited. Its people and figures stand on its own page.`}
      </p>
      {problem && <p role="alert">{problem}</p>}
    </EmptyState>
  );
}
