import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { type ReactNode, useState } from 'react';
import { QueryScope } from '../../platform/query.tsx';
import { Button } from '../../ui/button.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { sampleAccount } from '../inbox/public.ts';
import { AccountProvider } from '../sync/public.ts';
import { CampaignBar } from './components/campaign/campaign-bar.tsx';
import { StatusNotes } from './components/campaign/campaign-screen.tsx';
import { FailureList } from './components/campaign/failures-panel.tsx';
import { FigureBars } from './components/campaign/figure-bars.tsx';
import { MessageView } from './components/campaign/message-view.tsx';
import {
  NumberCell,
  OpenCell,
  OutcomeCell,
  recipientName,
  StateCell,
  StepTime,
  ValuesCell,
} from './components/campaign/recipient-cells.tsx';
import { NobodyMatched } from './components/campaign/result-view.tsx';
import { RetryDialog } from './components/campaign/retry-dialog.tsx';
import { SendingLine } from './components/campaign/sending-line.tsx';
import { EventList } from './components/campaign/timeline-view.tsx';
import { StopDialog } from './components/campaign-dialogs.tsx';
import { CampaignStatusBadge } from './components/campaign-status.tsx';
import { CompareDialog } from './components/history/compare-dialog.tsx';
import { NoBroadcasts, NothingArchived, NothingMatches } from './components/history/empty-history.tsx';
import { RatesBar } from './components/history/rates-bar.tsx';
import { allRecipients } from './data/campaign/campaign-address.ts';
import { figuresOf } from './data/campaign-rules.ts';
import {
  sampleCampaign,
  sampleEvents,
  sampleFailures,
  sampleRecipients,
  sampleSending,
} from './data/sample-campaigns.ts';

const nothing = () => undefined;
const account = sampleAccount([], []);
const noneFailed = { queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, unknown: 0, skipped: 0, capped: 0 };
const freezing = sampleCampaign({
  ...sampleSending,
  freezing: true,
  total: null,
  rate: null,
  counters: { ...noneFailed, queued: 1_480, skipped: 21 },
});
const paused = (state_reason: string): Campaign => ({ ...sampleSending, state: 'PAUSED', state_reason, rate: null });

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  const scoped = (states: ReactNode) => (
    <AccountProvider value={account}>
      <QueryScope>{states}</QueryScope>
    </AccountProvider>
  );
  return [
    { id: 'broadcast-status', title: t`How a broadcast stands`, states: <Statuses /> },
    { id: 'broadcast-rates', title: t`What became of a broadcast, in a row`, states: <Rates /> },
    { id: 'broadcast-bars', wide: true, title: t`The head of a broadcast`, states: scoped(<Bars />) },
    { id: 'broadcast-notes', wide: true, title: t`Why a broadcast does not go on`, states: scoped(<Notes />) },
    { id: 'broadcast-figures', wide: true, title: t`Figures of a broadcast`, states: scoped(<Figures />) },
    {
      id: 'broadcast-failures',
      wide: true,
      title: t`Why it did not reach people`,
      states: (
        <div style={{ inlineSize: '100%' }}>
          <FailureList failures={sampleFailures} mayRetry onRetry={nothing} onShow={nothing} />
        </div>
      ),
    },
    { id: 'broadcast-people', wide: true, title: t`Recipients in every state`, states: <Avatars /> },
    {
      id: 'broadcast-message',
      wide: true,
      title: t`What a broadcast said`,
      states: scoped(
        <>
          <MessageView campaign={sampleCampaign({ area: 'BROADCAST_SANDBOX' })} />
          <MessageView campaign={sampleCampaign({ state: 'DRAFT', template: null })} />
        </>,
      ),
    },
    {
      id: 'broadcast-timeline',
      wide: true,
      title: t`Who did what with a broadcast`,
      states: scoped(<EventList events={sampleEvents} campaign={sampleCampaign()} />),
    },
    { id: 'broadcast-questions', title: t`Questions about a broadcast`, states: scoped(<Questions />) },
    {
      id: 'broadcast-empty',
      wide: true,
      title: t`Where there is nothing of broadcasts`,
      states: scoped(
        <>
          <NoBroadcasts />
          <NothingMatches onClear={nothing} />
          <NothingArchived />
          <NobodyMatched campaign={sampleCampaign({ total: 0, counters: noneFailed })} />
        </>,
      ),
    },
  ];
}

function Statuses() {
  const states = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'CANCELLED'] as const;
  return (
    <>
      {states.map((state) => (
        <CampaignStatusBadge key={state} campaign={{ state, counters: noneFailed }} />
      ))}
      <CampaignStatusBadge campaign={{ state: 'FINISHED', counters: noneFailed }} />
      <CampaignStatusBadge campaign={sampleCampaign()} />
    </>
  );
}

function Rates() {
  return [sampleCampaign(), sampleSending, sampleCampaign({ state: 'DRAFT', counters: noneFailed, total: null })].map(
    (campaign) => (
      <div key={campaign.state} style={{ inlineSize: 168 }}>
        <RatesBar campaign={campaign} />
      </div>
    ),
  );
}

function Bars() {
  const planned = sampleCampaign({
    state: 'SCHEDULED',
    started_at: null,
    ended_at: null,
    schedule: { at: '2026-11-24T09:00:00.000Z' },
  });
  return [sampleCampaign(), sampleSending, planned].map((campaign) => (
    <div key={campaign.state} style={{ inlineSize: '100%' }}>
      <CampaignBar campaign={campaign} address={{ tab: 'result', ...allRecipients }} />
    </div>
  ));
}

function Notes() {
  const reasons = ['person', 'failures', 'channel', 'template', 'missing_values'];
  return [freezing, ...reasons.map(paused)].map((campaign) => (
    <div key={campaign.state_reason} style={{ inlineSize: '100%' }}>
      <StatusNotes campaign={campaign} />
    </div>
  ));
}

function Figures() {
  return [sampleSending, paused('person'), sampleCampaign()].map((campaign) => (
    <div key={campaign.state} style={{ inlineSize: '100%' }}>
      <SendingLine campaign={campaign} />
      <FigureBars
        campaign={campaign}
        figures={figuresOf(campaign)}
        address={{ tab: 'result', ...allRecipients, figure: 'read' }}
        change={nothing}
      />
    </div>
  ));
}

function Avatars() {
  return sampleRecipients.map((recipient) => (
    <div
      key={recipient.contact_id}
      style={{
        display: 'grid',
        gridTemplateColumns: '1.2fr 1fr 1.2fr 70px 1fr 2fr 80px',
        gap: 12,
        inlineSize: '100%',
        fontSize: 'var(--t-13)',
      }}
    >
      <bdi>{recipientName(recipient)}</bdi>
      <span>
        <NumberCell recipient={recipient} />
      </span>
      <StateCell recipient={recipient} />
      <span>
        <StepTime at={recipient.sent_at} day="2026-11-19T09:00:00.000Z" />
      </span>
      <ValuesCell recipient={recipient} />
      <span>
        <OutcomeCell recipient={recipient} />
      </span>
      <OpenCell recipient={recipient} />
    </div>
  ));
}

function Questions() {
  const { t } = useLingui();
  const [asked, setAsked] = useState<'stop' | 'retry' | 'group' | 'compare' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Button onClick={() => setAsked('stop')}>{t`Stop`}</Button>
      <Button onClick={() => setAsked('retry')}>{t`Resend to recipients without delivery`}</Button>
      <Button onClick={() => setAsked('group')}>{t`Send again to a group`}</Button>
      <Button onClick={() => setAsked('compare')}>{t`Compare`}</Button>
      {asked === 'stop' && <StopDialog campaign={sampleSending} onClose={close} />}
      {asked === 'retry' && <RetryDialog campaign={sampleCampaign()} only={null} onClose={close} />}
      {asked === 'group' && (
        <RetryDialog campaign={sampleCampaign()} only={sampleFailures[0] ?? null} onClose={close} />
      )}
      {asked === 'compare' && <CompareDialog pair={[sampleCampaign(), sampleSending]} onClose={close} />}
    </>
  );
}
