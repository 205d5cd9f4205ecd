import { useLingui } from '@lingui/react/macro';
import type { AbResult, Campaign } from '@parley/contract/types';
import { type ReactNode, useState } from 'react';
import { QueryScope } from '../../platform/query.tsx';
import { Button } from '../../ui/button.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { sampleAccount } from '../inbox/public.ts';
import { AccountProvider } from '../sync/public.ts';
import { AbResultView } from './components/campaign/ab-result.tsx';
import { CampaignBar } from './components/campaign/campaign-bar.tsx';
import { ChartFigure } from './components/campaign/campaign-chart.tsx';
import { CostsTable } from './components/campaign/campaign-costs.tsx';
import { StatusNotes } from './components/campaign/campaign-screen.tsx';
import { FailureList } from './components/campaign/failures-panel.tsx';
import { FigureBars } from './components/campaign/figure-bars.tsx';
import { LinkList } from './components/campaign/links-view.tsx';
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
import { CalendarDays, CalendarList } from './components/history/calendar-days.tsx';
import { CompareDialog } from './components/history/compare-dialog.tsx';
import { NoBroadcasts, NothingArchived, NothingMatches } from './components/history/empty-history.tsx';
import { RatesBar } from './components/history/rates-bar.tsx';
import { allRecipients } from './data/campaign/campaign-address.ts';
import { figuresOf } from './data/campaign-rules.ts';
import {
  sampleAbTest,
  sampleCampaign,
  sampleChart,
  sampleCosts,
  sampleEvents,
  sampleFailures,
  sampleLinks,
  sampleRecipients,
  sampleRecurring,
  sampleSending,
} from './data/sample-campaigns.ts';

const nothing = () => undefined;
const account = sampleAccount([], []);
const noneFailed = { queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, unknown: 0, skipped: 0, capped: 0 };
const preparing = sampleCampaign({
  ...sampleSending,
  preparing: true,
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
    { id: 'broadcast-ab-result', wide: true, title: t`Which variant did better`, states: scoped(<AbResults />) },
    {
      id: 'broadcast-chart',
      wide: true,
      title: t`A broadcast over time`,
      states: scoped(
        <div style={{ inlineSize: '100%' }}>
          <ChartFigure chart={sampleChart} unit="minute" onUnit={nothing} />
        </div>,
      ),
    },
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
    { id: 'broadcast-costs', wide: true, title: t`What a broadcast cost`, states: <CostsTable costs={sampleCosts} /> },
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
    {
      id: 'broadcast-links',
      wide: true,
      title: t`Taps by link and button`,
      states: (
        <div style={{ inlineSize: '100%' }}>
          <LinkList links={sampleLinks} delivered={3_905} change={nothing} />
        </div>
      ),
    },
    { id: 'broadcast-calendar', wide: true, title: t`Broadcasts by day`, states: <Calendar /> },
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

function Calendar() {
  const entries = [
    { key: 'ran', at: '2026-11-19T09:00:00.000Z', day: '2026-11-19', campaign: sampleCampaign() },
    { key: 'runs', at: '2026-11-20T09:00:00.000Z', day: '2026-11-20', campaign: sampleSending },
    { key: 'recurs', at: '2026-11-21T10:00:00.000Z', day: '2026-11-21', campaign: sampleRecurring },
  ];
  const parts = { entries, today: '2026-11-20', month: '2026-11', actionsOf: () => [] };
  const week = Array.from({ length: 7 }, (_, index) => `2026-11-${16 + index}`);
  return (
    <div style={{ inlineSize: '100%' }}>
      <CalendarDays {...parts} weeks={[week]} most={null} onMore={nothing} />
      <CalendarList {...parts} days={week} isPending={false} />
      <CalendarList {...parts} entries={[]} days={week} isPending={false} />
    </div>
  );
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
      <CampaignStatusBadge campaign={sampleRecurring} />
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
  return [sampleCampaign(), sampleSending, planned, sampleRecurring].map((campaign) => (
    <div key={campaign.id + campaign.state} style={{ inlineSize: '100%' }}>
      <CampaignBar campaign={campaign} address={{ tab: 'result', ...allRecipients }} />
    </div>
  ));
}

function Notes() {
  const reasons = ['person', 'failures', 'channel', 'template', 'ab_choice', 'missing_values'];
  return [preparing, ...reasons.map(paused)].map((campaign) => (
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

function AbResults() {
  const { ab_result: decided } = sampleAbTest;
  if (decided === null) return null;
  const results: AbResult[] = [
    decided,
    { ...decided, winner: 'A', why: 'too_few', decided_with: { a_of: 8, a: 1, b_of: 8, b: 3 } },
    { ...decided, winner: null, why: null, decided_with: null },
  ];
  return results.map((result) => (
    <div key={result.why} style={{ inlineSize: '100%' }}>
      <AbResultView campaign={sampleAbTest} result={result} change={nothing} />
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
        <StepTime at={recipient.sent_at} day="2026-11-19T09:00:00.000Z" withSeconds />
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
      <Button onClick={() => setAsked('retry')}>{t`Resend to undelivered recipients`}</Button>
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
