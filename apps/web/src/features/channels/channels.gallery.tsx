import { useLingui } from '@lingui/react/macro';
import type { CallSettings, Channel, ChannelHealth, DoctorCheck, RegistrationState } from '@parley/contract/types';
import { useState } from 'react';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { usualHours } from '../../ui/hours/hours-draft.ts';
import { WeekTable } from '../../ui/hours/week-table.tsx';
import { sampleChannels } from '../inbox/public.ts';
import { CallbackWarning } from './components/add/callback-warning.tsx';
import { MetaGuide } from './components/add/meta-guide.tsx';
import { AppNumberGuide, MoveNumberGuide } from './components/add/number-guide.tsx';
import { AppDataStep } from './components/manage/app-data-step.tsx';
import { CallsForm } from './components/manage/calls-view.tsx';
import { ChannelRow, PlainChannelRow } from './components/manage/channel-row.tsx';
import { CheckList } from './components/manage/check-list.tsx';
import styles from './components/manage/list.module.css';
import { Sparkline } from './components/manage/sparkline.tsx';
import { StorageStep } from './components/manage/storage-step.tsx';
import { connectSteps } from './data/meta-pages.ts';

const nowMs = Date.UTC(2026, 10, 20, 10, 11);
const hourMs = 3_600_000;
const nothing = () => undefined;

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'channel-rows', title: t`Channels with how they are doing`, states: <Rows />, wide: true },
    { id: 'doctor', title: t`What the doctor found`, states: <CheckList checks={useChecks()} />, wide: true },
    { id: 'meta-guides', title: t`Where in Meta`, states: <Guides />, wide: true },
    { id: 'number-guides', title: t`Numbers that come from elsewhere`, states: <NumberGuides />, wide: true },
    { id: 'callback-warnings', title: t`A callback address that can’t be reached`, states: <Warnings />, wide: true },
    { id: 'working-hours', title: t`Working hours of a week`, states: <Hours />, wide: true },
    { id: 'call-settings', title: t`How customers can call`, states: <Calls />, wide: true },
    { id: 'storage', title: t`Where messages are stored`, states: <StorageStates />, wide: true },
    { id: 'sparkline', title: t`A day by the hour`, states: <Sparklines /> },
  ];
}

const [first, second] = sampleChannels;

function hoursOf(count: (hour: number) => [received: number, sent: number, failed: number]): ChannelHealth['hours'] {
  return Array.from({ length: 24 }, (_, index) => {
    const [received, sent, failed] = count(index);
    return { at: new Date(nowMs - (23 - index) * hourMs).toISOString(), received, sent, failed };
  });
}

function healthWith(changes: Partial<ChannelHealth>): ChannelHealth {
  return {
    channel_id: first?.id ?? '',
    last_webhook_at: new Date(nowMs - 12_000).toISOString(),
    token: { state: 'valid', expires_at: new Date(nowMs + 41 * 24 * hourMs).toISOString() },
    number: {
      verified_name: 'Kestrel Cycles Ltd',
      name_status: 'APPROVED',
      status: 'CONNECTED',
      quality: 'GREEN',
      throughput: 'STANDARD',
      coexistence: false,
      allowance: 2_000,
      portfolio_id: '900100200',
    },
    allowance_used: 312,
    today: { received: 203, sent: 188, failed: 0 },
    day: { received: 418, sent: 377, failed: 0 },
    hours: hoursOf((hour) => [hour < 7 ? 1 : 20 + (hour % 5) * 4, hour < 7 ? 0 : 22, 0]),
    report: { at: new Date(nowMs).toISOString(), checks: [] },
    setup: { templates_at: null, has_sent: true },
    ...changes,
  };
}

function Rows() {
  const { t } = useLingui();
  if (first === undefined || second === undefined) return null;
  const bad: DoctorCheck = { name: 'quality', state: 'failed', detail: '', fix: '' };
  const long: Channel = { ...second, channel_label: t`Workshop and spare parts, northern branches` };
  const troubled = healthWith({
    token: { state: 'invalid', expires_at: null },
    number: { ...numberOf(), quality: 'RED' },
    today: { received: 12, sent: 3, failed: 9 },
    day: { received: 12, sent: 3, failed: 9 },
    hours: hoursOf((hour) => (hour > 20 ? [4, 1, 3] : [0, 0, 0])),
    report: { at: '', checks: [bad] },
  });
  const rows: [string, Channel, ChannelHealth | undefined][] = [
    ['well', { ...first, working_hours: usualHours('Europe/London') }, healthWith({})],
    ['in a phone app too', { ...first, pace: 20 }, healthWith({ number: { ...numberOf(), coexistence: true } })],
    ['bad', long, troubled],
    ['paused', { ...first, state: 'PAUSED', state_reason: 'The access token has ended' }, healthWith({})],
    ['unproven', { ...first, verified: false }, healthWith({ last_webhook_at: null, number: null, report: null })],
    [
      'adapter',
      { ...first, kind: 'SESSION', waba_id: '', adapter_url: 'https://line.example' },
      healthWith({ number: null }),
    ],
    ['reading', first, undefined],
  ];
  return (
    <ul className={styles.list}>
      {rows.map(([key, channel, health]) => (
        <ChannelRow
          key={key}
          channel={channel}
          health={health}
          nowMs={nowMs}
          hours={channel.working_hours}
          open={key === 'bad'}
          onOpen={nothing}
          onTest={nothing}
        />
      ))}
      <PlainChannelRow channel={first} health={healthWith({})} nowMs={nowMs} hours={null} />
    </ul>
  );
}

function Guides() {
  return (
    <div style={{ display: 'grid', gap: 24, gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))' }}>
      {connectSteps.map((step) => (
        <MetaGuide key={step} step={step} appId="1048220177361234" heading={<b>{step}</b>} />
      ))}
    </div>
  );
}

function Warnings() {
  return (
    <div style={{ display: 'grid', gap: 16, maxInlineSize: 560 }}>
      <CallbackWarning address="http://127.0.0.1:3000/webhooks/whatsapp/1" />
      <CallbackWarning address="https://parley.kestrel.lan/webhooks/whatsapp/1" />
      <CallbackWarning address="http://parley.kestrel.example/webhooks/whatsapp/1" />
    </div>
  );
}

function numberOf(): NonNullable<ChannelHealth['number']> {
  const { number } = healthWith({});
  if (number === null) throw new Error('the sample has a number');
  return number;
}

function useChecks(): DoctorCheck[] {
  const { t } = useLingui();
  return [
    { name: 'token', state: 'ok', detail: t`The access token is valid and does not expire.`, fix: null },
    {
      name: 'permissions',
      state: 'failed',
      detail: t`The token lacks whatsapp_business_messaging.`,
      fix: t`Give the system user this permission, make a new token and rotate it here.`,
    },
    {
      name: 'quality',
      state: 'warning',
      detail: t`The quality of the number is YELLOW.`,
      fix: t`Send fewer broadcasts.`,
    },
    {
      name: 'deliveries',
      state: 'unproven',
      detail: t`No webhook received yet.`,
      fix: t`Write to this number.`,
    },
    { name: 'registered', state: 'skipped', detail: t`Not looked at: the number couldn’t be read.`, fix: null },
  ];
}

function Hours() {
  const { t } = useLingui();
  const [days, setDays] = useState(usualHours('Europe/London').days);
  return <WeekTable days={days} errors={{ 'days.tue.0.to': t`The end must be after the start.` }} onChange={setDays} />;
}

function Sparklines() {
  return (
    <>
      <Sparkline hours={hoursOf(() => [0, 0, 0])} />
      <Sparkline hours={hoursOf((hour) => [hour, 24 - hour, 0])} />
      <Sparkline hours={hoursOf((hour) => [5, 5, hour % 3])} />
    </>
  );
}

function Calls() {
  if (first === undefined) return null;
  const { time_zone, days } = usualHours('Europe/London');
  const usual: CallSettings = { enabled: true, icon_shown: true, asks_callback: false, hours: null, exceptions: 0 };
  const states: [string, CallSettings][] = [
    ['off', { ...usual, enabled: false }],
    ['always', usual],
    ['timed', { ...usual, asks_callback: true, hours: { time_zone, days }, exceptions: 2 }],
  ];
  return (
    <div style={{ display: 'grid', gap: 24, gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))' }}>
      {states.map(([key, found]) => (
        <CallsForm key={key} channel={first} client={undefined} found={found} onSaved={nothing} />
      ))}
    </div>
  );
}

function StorageStates() {
  if (first === undefined) return null;
  const state: RegistrationState = {
    ...{ status: 'CONNECTED', code_verification: 'VERIFIED', pin_enabled: true, on_business_app: false },
    storage: { status: 'IN_COUNTRY_STORAGE_ENABLED', region: 'DE' },
  };
  return (
    <>
      <StorageStep channel={first} state={state} onState={nothing} />
      <AppDataStep channel={first} />
    </>
  );
}

function NumberGuides() {
  return (
    <div style={{ display: 'grid', gap: 24, maxInlineSize: 680 }}>
      <AppNumberGuide signup />
      <AppNumberGuide signup={false} />
      <MoveNumberGuide signup />
      <MoveNumberGuide signup={false} />
    </div>
  );
}
