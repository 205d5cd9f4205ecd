import type {
  Campaign,
  CampaignChart,
  CampaignCosts,
  CampaignEvent,
  CampaignFailure,
  CampaignLink,
  CampaignRecipient,
} from '@parley/contract/types';

const dana = '01890000-0000-7000-8000-0000000000a2';

/** A finished broadcast; tests and galleries override the fields they need. */
export function sampleCampaign(changes: Partial<Campaign> = {}): Campaign {
  return {
    id: '01890000-0000-7000-8000-0000000000b1',
    name: 'Autumn service week',
    purpose: 'Fill the workshop before the rain',
    area: 'BROADCAST',
    channel_id: '01890000-0000-7000-8000-0000000000c1',
    template_id: '01890000-0000-7000-8000-0000000000e1',
    template: {
      name: 'service_reminder',
      language: 'en_US',
      category: 'MARKETING',
      parameter_format: 'POSITIONAL',
      components: [
        { type: 'BODY', text: 'Hello {{1}}, your bike is due for its {{2}} service. Would you like us to book it?' },
        { type: 'FOOTER', text: 'Kestrel Cycles, Harbour Road' },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Book a slot' }] },
      ],
    },
    audience: { phone_numbers: ['+447700900118', '+447700900274'] },
    typed_numbers: 2,
    exclude: { marketed_within_hours: 24, missing_values: true },
    variables: {
      'body.1': { field: 'FIRST_NAME', fallback: 'friend' },
      'body.2': { value: '2,000 km' },
    },
    schedule: { window: { from: '09:00', to: '20:00' } },
    stop_rules: { failure_percent: 25, of: 100 },
    ab_test: null,
    ab_template: null,
    ab_result: null,
    state: 'FINISHED',
    state_reason: null,
    preparing: false,
    total: 4_213,
    counters: {
      queued: 0,
      sent: 0,
      delivered: 914,
      read: 2_991,
      failed: 65,
      unknown: 12,
      skipped: 111,
      capped: 120,
    },
    after: { replied: 438, tapped: 907, opted_out: 9 },
    share: null,
    limit_until: null,
    next_due_at: null,
    next_retry_at: null,
    rate: null,
    series_id: null,
    created_by: dana,
    created_at: '2026-11-19T08:40:00.000Z',
    started_at: '2026-11-19T09:00:00.000Z',
    ended_at: '2026-11-19T09:01:00.000Z',
    archived_at: null,
    version: 40,
    ...changes,
  };
}

/** A running broadcast. */
export const sampleSending = sampleCampaign({
  id: '01890000-0000-7000-8000-0000000000b2',
  name: 'عروض الشتاء · 冬の点検',
  state: 'RUNNING',
  total: 4_213,
  counters: { queued: 3_601, sent: 212, delivered: 300, read: 96, failed: 4, unknown: 0, skipped: 0, capped: 0 },
  after: { replied: 3, tapped: 1, opted_out: 0 },
  rate: 78,
  ended_at: null,
});

export function sampleRecipient(changes: Partial<CampaignRecipient> = {}): CampaignRecipient {
  return {
    contact_id: '01890000-0000-7000-8000-0000000000d1',
    name: 'Amara Okafor',
    phone_number: '447700900118',
    state: 'READ',
    message_id: '01890000-0000-7000-8000-000000000101',
    thread_id: '01890000-0000-7000-8000-000000000201',
    attempt: 1,
    variant: null,
    time_zone: null,
    due_at: null,
    retry_at: null,
    values: { 'body.1': 'Amara', 'body.2': '2,000 km' },
    sent_at: '2026-11-19T09:00:04.000Z',
    delivered_at: '2026-11-19T09:00:05.000Z',
    read_at: '2026-11-19T09:00:21.000Z',
    replied_at: null,
    tapped: null,
    opened_at: null,
    ...changes,
  };
}

const notReached = { sent_at: '2026-11-19T09:00:05.000Z', delivered_at: null, read_at: null };
const nothingSent = { sent_at: null, delivered_at: null, read_at: null };

/** One in every state. */
export const sampleRecipients: CampaignRecipient[] = [
  sampleRecipient({ tapped: 'Book a slot', replied_at: '2026-11-19T09:02:00.000Z' }),
  sampleRecipient({ contact_id: 'b', name: 'Henrik Lindqvist', phone_number: '46701740612', tapped: 'Book a slot' }),
  sampleRecipient({
    contact_id: 'c',
    name: 'ليلى حداد',
    phone_number: '33639984107',
    state: 'DELIVERED',
    read_at: null,
  }),
  sampleRecipient({ contact_id: 'd', name: '佐藤 美咲', phone_number: '14165550142', state: 'SENT', ...notReached }),
  sampleRecipient({
    contact_id: 'e',
    name: 'Priya Raghunathan',
    state: 'FAILED',
    reason: 'whatsapp_131026',
    error: {
      message: 'This person can’t receive the message',
      next_step: 'Check that the number is on WhatsApp.',
      provider_code: 131_026,
    },
    ...notReached,
  }),
  sampleRecipient({
    contact_id: 'f',
    name: 'Thabo Nkosi',
    state: 'CAPPED',
    reason: 'whatsapp_131049',
    attempt: 2,
    error: {
      message: 'WhatsApp held it back: too many marketing messages to this person',
      next_step: 'Send again a day later.',
      provider_code: 131_049,
    },
    ...notReached,
  }),
  sampleRecipient({ contact_id: 'g', name: '@mei.tanaka', phone_number: null, state: 'UNKNOWN', ...notReached }),
  sampleRecipient({
    contact_id: null,
    name: '',
    phone_number: '447700900829',
    state: 'QUEUED',
    message_id: undefined,
    thread_id: undefined,
    ...nothingSent,
  }),
  sampleRecipient({
    contact_id: 'i',
    name: 'Bartholomew Featherstonehaugh-Cholmondeley',
    phone_number: null,
    phone_masked: '+44 •••• 118',
    state: 'SKIPPED',
    reason: 'opted_out',
    message_id: undefined,
    thread_id: undefined,
    ...nothingSent,
  }),
];

export const sampleFailures: CampaignFailure[] = [
  {
    state: 'CAPPED',
    reason: 'whatsapp_131049',
    provider_code: 131_049,
    message: 'Held back by WhatsApp: too many marketing messages to this person lately',
    next_step: 'Nothing is wrong with these numbers.',
    count: 120,
    retry_after: new Date(Date.now() + 20 * 3_600_000).toISOString(),
  },
  {
    state: 'FAILED',
    reason: 'whatsapp_131026',
    provider_code: 131_026,
    message: 'Not on WhatsApp, or can’t receive this message',
    next_step: 'Sending again will not help.',
    count: 61,
    retry_after: null,
  },
  {
    state: 'UNKNOWN',
    reason: 'unknown',
    provider_code: null,
    message: 'The connection broke while sending',
    next_step: 'A person decides.',
    count: 12,
    retry_after: null,
  },
  {
    state: 'FAILED',
    reason: 'whatsapp_131042',
    provider_code: 131_042,
    message: 'There is a problem with the payment method',
    next_step: 'Set it right in Meta Business.',
    count: 3,
    retry_after: null,
  },
  {
    state: 'FAILED',
    reason: 'whatsapp_131053',
    provider_code: 131_053,
    message: 'The picture couldn’t be fetched',
    next_step: 'The link answered too slowly. Send again.',
    count: 1,
    retry_after: null,
  },
];

const event = (id: number, kind: CampaignEvent['kind'], actor: string, at: string, detail = {}): CampaignEvent => ({
  id: `01890000-0000-7000-8000-00000000030${id}`,
  kind,
  actor,
  at,
  detail,
});

export const sampleEvents: CampaignEvent[] = [
  event(9, 'finished', 'bot', '2026-11-19T09:01:00.000Z'),
  event(8, 'retried', dana, '2026-11-19T09:00:58.000Z', { states: ['FAILED'], people: 4 }),
  event(7, 'renamed', dana, '2026-11-19T09:00:50.000Z', { from: 'Service week', to: 'Autumn service week' }),
  event(6, 'resumed', dana, '2026-11-19T09:00:40.000Z'),
  event(5, 'paused', 'bot', '2026-11-19T09:00:20.000Z', { reason: 'failures' }),
  event(4, 'started', 'bot', '2026-11-19T09:00:00.000Z'),
  event(3, 'scheduled', dana, '2026-11-19T08:50:00.000Z', { at: '2026-11-19T09:00:00.000Z' }),
  event(2, 'changed', 'api:nightly', '2026-11-19T08:45:00.000Z'),
  event(1, 'created', dana, '2026-11-19T08:40:00.000Z'),
];

export const sampleCosts: CampaignCosts = {
  ...{ currency: 'GBP', sandbox: false, rates_from: '2026-10-01' },
  ...{ expected: 4_102, estimated: 235.04, billed: 3_810, amount: 218.4, free: 12, open: 31, without_rate: 0 },
  by_country: [
    { country: 'GB', category: 'marketing', expected: 4_002, estimated: 227.94, billed: 3_716, amount: 211.76 },
    { country: 'IE', category: 'marketing', expected: 100, estimated: 7.1, billed: 94, amount: 6.64 },
  ],
};
export const sampleLinks: CampaignLink[] = [
  {
    kind: 'link',
    variant: null,
    variable: 'button.0',
    label: 'See the offer',
    url: 'https://kestrel.example/autumn',
    recipients: 4_102,
    tapped: 711,
    taps: 903,
    bot_taps: 14,
  },
  {
    kind: 'button',
    variant: null,
    variable: null,
    label: 'Book a slot',
    url: null,
    recipients: null,
    tapped: 196,
    taps: 196,
    bot_taps: 0,
  },
];

const abCounters = { queued: 0, sent: 3, delivered: 160, unknown: 0, skipped: 0, capped: 2 };
/** A broadcast with an A/B test that was decided. */
export const sampleAbTest = sampleCampaign({
  ab_test: { template_id: null, variables: {}, percent: 10, winner: 'read', wait_hours: 4 },
  ab_template: {
    name: 'service_offer',
    language: 'en_US',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Hello {{1}}, 10% off every service this week.' }],
  },
  ab_result: {
    ...{ winner: 'B', why: 'rate', chosen_by: 'bot', chosen_at: '2026-11-19T13:00:00.000Z' },
    decided_with: { a_of: 411, a: 240, b_of: 410, b: 291 },
    variants: [
      {
        variant: 'A',
        counters: { ...abCounters, read: 240, failed: 6 },
        after: { replied: 41, tapped: 82, opted_out: 1 },
        rest: 0,
      },
      {
        variant: 'B',
        counters: { ...abCounters, delivered: 110, read: 291, failed: 4 },
        after: { replied: 47, tapped: 126, opted_out: 0 },
        rest: 3_281,
      },
    ],
  },
});

/** Ten minutes of a broadcast. */
export const sampleChart: CampaignChart = {
  unit: 'minute',
  units: ['minute', 'hour', 'day'],
  buckets: Array.from({ length: 10 }, (_none, n) => ({
    at: new Date(Date.UTC(2026, 10, 19, 9, n)).toISOString(),
    sent: Math.max(0, 1_200 - n * 240),
    delivered: Math.max(0, 1_120 - n * 200),
    read: 300 + ((n * 137) % 260),
    replied: 20 + ((n * 31) % 40),
    failed: n < 5 ? 13 : 0,
  })),
};

/** A recurring broadcast. */
export const sampleRecurring = sampleCampaign({
  id: '01890000-0000-7000-8000-0000000000b3',
  name: 'Saturday test rides',
  state: 'SCHEDULED',
  total: null,
  started_at: null,
  ended_at: null,
  schedule: { at: '2026-11-21T10:00:00.000Z', repeat: { every: 'week', days: [6], time: '10:00' } },
});
