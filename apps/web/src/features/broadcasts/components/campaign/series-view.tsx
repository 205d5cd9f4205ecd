import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useSeriesCampaigns } from '../../data/campaign/series-queries.ts';
import { useCampaign } from '../../data/campaign-queries.ts';
import { useRepeatText } from '../../data/editor/repeat.ts';
import { CampaignStatusBadge } from '../campaign-status.tsx';
import { RatesBar } from '../history/rates-bar.tsx';
import styles from './campaign.module.css';
import seriesStyles from './series-view.module.css';

/** A recurring broadcast: when it is due, and what it made. */
export function SeriesView({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const days = useDateLabels();
  const repeatText = useRepeatText();
  const { found, campaigns } = useSeriesCampaigns(campaign.id);
  const { repeat, at } = campaign.schedule;
  if (repeat == null) return null;
  return (
    <div className={styles.sheet}>
      <div className={seriesStyles.when}>
        <p>
          <IconRepeat {...smallIcon} /> {repeatText(repeat)}
          {campaign.state === 'SCHEDULED' && at != null && <span>{` · ${t`next ${days.exact(at)}`}`}</span>}
        </p>
        {campaign.state === 'DRAFT' && (
          <Link to="/broadcast" search={{ id: campaign.id }} className={buttonClass()}>
            {t`Continue draft`}
          </Link>
        )}
      </div>
      {found.isPending && <Skeleton shape="text" label={t`Reading`} count={3} />}
      {found.isError && campaigns.length === 0 && (
        <ProblemState
          title={t`Couldn’t load its broadcasts`}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isSuccess && campaigns.length === 0 && (
        <EmptyState title={t`No broadcasts yet`}>
          <p>{t`Each run creates a broadcast with the audience at that time.`}</p>
        </EmptyState>
      )}
      {campaigns.length > 0 && (
        <ul className={seriesStyles.made} aria-label={t`Broadcasts of this series`}>
          {campaigns.map((made) => (
            <li key={made.id}>
              <Link to="/broadcast/history/$campaign_id" params={{ campaign_id: made.id }}>
                <bdi>{made.name}</bdi>
              </Link>
              <CampaignStatusBadge campaign={made} />
              <RatesBar campaign={made} />
              <time dateTime={made.started_at ?? made.created_at}>
                {days.exact(made.started_at ?? made.created_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>{t`Show earlier`}</Button>
      )}
    </div>
  );
}

/** The recurring broadcast that made this one. */
export function SeriesLink({ id }: { id: string }) {
  const { t } = useLingui();
  const { campaign } = useCampaign(id);
  if (campaign === undefined) return null;
  return (
    <p className={seriesStyles.link}>
      <IconRepeat {...smallIcon} />
      <span>{t`Created by the recurring broadcast`}</span>
      <Link to="/broadcast/history/$campaign_id" params={{ campaign_id: id }}>
        <bdi>{campaign.name}</bdi>
      </Link>
    </p>
  );
}
