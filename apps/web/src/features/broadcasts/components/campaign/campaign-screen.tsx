import { useLingui } from '@lingui/react/macro';
import type { AbTest, Campaign } from '@parley/contract/types';
import { IconArrowLeft, IconClock, IconPlayerPause, IconRefresh, IconUsers } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { PageNotFoundError } from '../../../../platform/errors.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { icon } from '../../../../ui/icon.ts';
import { iconButtonClass } from '../../../../ui/icon-button.tsx';
import { Page, PageBar } from '../../../../ui/page.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { type CampaignTab, useCampaignAddress } from '../../data/campaign/campaign-address.ts';
import { usePauseText } from '../../data/campaign-labels.ts';
import { useCampaign } from '../../data/campaign-queries.ts';
import { isRecurring } from '../../data/campaign-rules.ts';
import { useWinnerRules } from '../../data/use-ab-labels.ts';
import { useCampaignActions } from '../../data/use-campaign-actions.ts';
import styles from './campaign.module.css';
import { CampaignBar } from './campaign-bar.tsx';
import { LinksView } from './links-view.tsx';
import { MessageView } from './message-view.tsx';
import { RaiseBudget } from './raise-budget.tsx';
import { ResultView } from './result-view.tsx';
import { SeriesLink, SeriesView } from './series-view.tsx';
import { TimelineView } from './timeline-view.tsx';

/** One broadcast: results, recipients, message and timeline. */
export function CampaignScreen({ id }: { id: string }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { campaign, isGone, error, retry } = useCampaign(id);
  if (isGone) throw new PageNotFoundError(pathname);
  if (campaign !== undefined) return <OpenCampaign campaign={campaign} />;
  return (
    <Page label={t`Broadcast`} scroll="document">
      <PageBar
        title={t`Broadcast`}
        start={
          <Link to="/broadcast/history" className={iconButtonClass()} aria-label={t`All broadcasts`} data-bar-start>
            <IconArrowLeft {...icon} />
          </Link>
        }
      />
      <div className={styles.sheet}>
        {error === null ? (
          <Skeleton shape="table" label={t`Reading`} count={6} />
        ) : (
          <ProblemState title={t`Couldn’t load this broadcast`} error={error} onRetry={retry} />
        )}
      </div>
    </Page>
  );
}

function OpenCampaign({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const { address, change } = useCampaignAddress();
  const started = campaign.started_at !== null;
  return (
    <Page label={campaign.name} scroll="document">
      <CampaignBar campaign={campaign} address={address} />
      <StatusNotes campaign={campaign} />
      {campaign.series_id !== null && <SeriesLink id={campaign.series_id} />}
      <div className={styles.tabs}>
        <Tabs<CampaignTab>
          label={t`Broadcast`}
          tabs={[
            { value: 'result', label: isRecurring(campaign) ? t`Broadcasts` : t`Recipients` },
            ...(isRecurring(campaign) ? [] : [{ value: 'links' as const, label: t`Links` }]),
            { value: 'message', label: t`Message` },
            { value: 'timeline', label: t`Timeline` },
          ]}
          value={address.tab}
          onChange={(tab) => change({ tab })}
        >
          {address.tab === 'result' &&
            (isRecurring(campaign) ? (
              <SeriesView campaign={campaign} />
            ) : started ? (
              <ResultView campaign={campaign} address={address} change={change} />
            ) : (
              <NotStarted campaign={campaign} />
            ))}
          {address.tab === 'links' && <LinksView campaign={campaign} change={change} />}
          {address.tab === 'message' && <MessageView campaign={campaign} />}
          {address.tab === 'timeline' && <TimelineView campaign={campaign} />}
        </Tabs>
      </div>
    </Page>
  );
}

/** Why the broadcast is paused, or has not started. */
export function StatusNotes({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useLingui();
  const actions = useCampaignActions();
  const pauseText = usePauseText();
  const days = useDateLabels();
  const paused = pauseText(campaign);
  const { queued, skipped } = campaign.counters;
  const written = i18n.number(queued + skipped);
  return (
    <>
      {campaign.preparing && (
        <Banner icon={<IconUsers {...icon} />}>
          {t`Preparing recipients: ${written} so far. Sending starts when all are ready.`}
        </Banner>
      )}
      {campaign.state === 'RUNNING' && campaign.share !== null && <ShareNote campaign={campaign} />}
      {campaign.state === 'RUNNING' && campaign.next_due_at !== null && campaign.share?.state !== 'WAITING' && (
        <Banner icon={<IconClock {...icon} />}>
          {t`In each recipient’s time zone: the next recipients are due ${days.exact(campaign.next_due_at)}.`}
        </Banner>
      )}
      {campaign.limit_until !== null && (
        <Banner icon={<IconClock {...icon} />}>
          {t`WhatsApp’s limit of people in 24 hours, shared by all numbers of your portfolio, is used up. The next recipients get it ${days.exact(campaign.limit_until)}, by itself.`}
        </Banner>
      )}
      {campaign.next_retry_at !== null && (
        <Banner
          icon={<IconRefresh {...icon} />}
          action={
            campaign.state === 'FINISHED' && (
              <Button size="sm" onClick={() => void actions.stopRetries(campaign)}>{t`Stop the retries`}</Button>
            )
          }
        >
          {t`Recipients on hold are retried ${days.exact(campaign.next_retry_at)}, at most three times.`}
        </Banner>
      )}
      {paused && (
        <Banner
          tone="warn"
          icon={<IconPlayerPause {...icon} />}
          action={
            campaign.state_reason === 'ab_choice' ? (
              <WinnerButtons campaign={campaign} />
            ) : campaign.state_reason === 'channel' ? (
              <Link to="/channels" className={buttonClass({ size: 'sm' })}>{t`Open Channels`}</Link>
            ) : campaign.state_reason === 'own_budget' ? (
              <RaiseBudget campaign={campaign} />
            ) : (
              <Button size="sm" onClick={() => void actions.resume(campaign)}>{t`Resume`}</Button>
            )
          }
        >
          {paused.why} {paused.next}
        </Banner>
      )}
    </>
  );
}

/** What the rest of an A/B test gets. */
function WinnerButtons({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  return (
    <>
      <Button size="sm" onClick={() => void actions.chooseWinner(campaign, 'A')}>{t`Send A to the rest`}</Button>
      <Button size="sm" onClick={() => void actions.chooseWinner(campaign, 'B')}>{t`Send B to the rest`}</Button>
    </>
  );
}

/** What happens to the rest after an A/B test. */
function AbNote({ campaign, test }: { campaign: Campaign; test: AbTest }) {
  const { t } = useLingui();
  const days = useDateLabels();
  const rules = useWinnerRules();
  const { share } = campaign;
  const percent = test.percent;
  if (share === null || campaign.preparing) return null;
  if (share.state === 'SENDING' || share.rest_at === null) {
    return (
      <Banner icon={<IconClock {...icon} />}>
        {t`The A/B test is sent now, ${percent}% of the recipients each; the rest waits for its result.`}
      </Banner>
    );
  }
  const until = days.exact(share.rest_at);
  return (
    <Banner icon={<IconClock {...icon} />} action={<WinnerButtons campaign={campaign} />}>
      {test.winner === 'ask'
        ? t`The A/B test is sent. The broadcast pauses and asks ${until}.`
        : `${t`The A/B test is sent. The rest follows ${until} with:`} ${rules[test.winner]}.`}
    </Banner>
  );
}

/** What happens to the rest after the first share. */
function ShareNote({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const days = useDateLabels();
  const actions = useCampaignActions();
  const { share, schedule } = campaign;
  const { percent = 0, rest = 'go_on' } = schedule.first_share ?? {};
  if (campaign.ab_test !== null) return <AbNote campaign={campaign} test={campaign.ab_test} />;
  if (share === null || campaign.preparing) return null;
  if (share.state === 'SENDING' || share.rest_at === null) {
    return (
      <Banner
        icon={<IconClock {...icon} />}
      >{t`The first ${percent}% is sent now; the rest waits for its results.`}</Banner>
    );
  }
  const until = days.exact(share.rest_at);
  return (
    <Banner
      icon={<IconClock {...icon} />}
      action={<Button size="sm" onClick={() => void actions.sendRest(campaign)}>{t`Send the rest now`}</Button>}
    >
      {rest === 'ask'
        ? t`The first ${percent}% is sent. The broadcast pauses and asks ${until}.`
        : t`The first ${percent}% is sent. The rest follows ${until}, unless too many failed or opted out.`}
    </Banner>
  );
}

/** A draft or a scheduled broadcast, which has no recipients yet. */
function NotStarted({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const planned = campaign.state === 'SCHEDULED';
  return (
    <div className={styles.sheet}>
      <EmptyState
        title={planned ? t`Not started yet` : t`A draft`}
        actions={
          campaign.state !== 'CANCELLED' && (
            <Link to="/broadcast" search={{ id: campaign.id }} className={buttonClass({ variant: 'filled' })}>
              {planned ? t`Edit` : t`Continue draft`}
            </Link>
          )
        }
      >
        <p>
          {planned
            ? t`Recipients and their values are determined when the broadcast starts.`
            : t`Nothing was sent. Recipients are determined when someone starts the broadcast.`}
        </p>
      </EmptyState>
    </div>
  );
}
