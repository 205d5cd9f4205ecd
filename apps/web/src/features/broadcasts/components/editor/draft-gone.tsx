import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { useCampaignRequests } from '../../data/campaign-queries.ts';
import { useRepeatText } from '../../data/editor/repeat.ts';
import { useMoment } from '../../data/editor/use-editor-text.ts';

/** The draft in the URL no longer exists. */
export function DraftGone() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`Draft not found`}
      actions={
        <>
          <Link to="/broadcast" search={{}} className={buttonClass({ variant: 'filled' })}>{t`New broadcast`}</Link>
          <Link to="/broadcast/history" search={{}} className={buttonClass()}>{t`All broadcasts`}</Link>
        </>
      }
    >
      <p>{t`The broadcast was deleted or belongs to another account.`}</p>
    </EmptyState>
  );
}

/** The broadcast is scheduled or was sent, and can no longer be edited. */
export function NotADraft({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const { act: action } = useCampaignRequests();
  const words = useServerErrorMessage();
  const moment = useMoment();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const repeatText = useRepeatText();
  const { repeat } = campaign.schedule;
  const isPlanned = campaign.state === 'SCHEDULED' || (repeat != null && campaign.state === 'PAUSED');
  const when = campaign.schedule.at ? moment(campaign.schedule.at) : '';
  const unplan = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await action(campaign.id, 'cancel');
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <EmptyState
      title={
        isPlanned ? (repeat != null ? repeatText(repeat) : t`Scheduled for ${when}`) : t`This broadcast was started`
      }
      actions={
        <>
          <Link
            to="/broadcast/history/$campaign_id"
            params={{ campaign_id: campaign.id }}
            className={buttonClass({ variant: 'filled' })}
          >{t`Open broadcast`}</Link>
          {isPlanned && <Button busy={busy} onClick={() => void unplan()}>{t`Unschedule and edit`}</Button>}
          <Link to="/broadcast" search={{}} className={buttonClass()}>{t`New broadcast`}</Link>
        </>
      }
    >
      <p>
        {isPlanned && repeat != null
          ? t`To change a recurring broadcast, unschedule it first: it becomes a draft again and makes no broadcasts until you schedule it.`
          : isPlanned
            ? t`The broadcast starts automatically. To change it, unschedule it first: it becomes a draft again and nothing is sent.`
            : t`A started broadcast can’t be edited. See its page for recipients and results.`}
      </p>
      {problem && <p role="alert">{problem}</p>}
    </EmptyState>
  );
}
