import type { Report } from '@parley/contract/types';

const durations = (count: number, median_s: number | null, p90_s: number | null) => ({ count, median_s, p90_s });
const noTimes = { first_reply: durations(0, null, null), resolution: durations(0, null, null) };
const received = [212, 238, 224, 251, 268, 174, 61, 231, 244, 219, 262, 287, 186, 58];
const byHour = [0, 0, 0, 0, 0, 0, 0, 1, 5, 9, 15, 21, 24, 18, 16, 17, 19, 24, 29, 14, 3, 0, 0, 0];

/** Two weeks of a shop, for the gallery. */
export const sampleReport: Report = {
  from: '2026-11-02',
  to: '2026-11-15',
  time_zone: 'Europe/London',
  generated_at: '2026-11-15T10:12:00.000Z',
  sandbox: false,
  recount: null,
  totals: {
    ...{ received: 2_915, sent: 2_715, opened: 976 },
    first_reply: durations(964, 360, 5_400),
    resolution: durations(884, 10_200, 93_600),
    windows: { saved: 38, missed: 3 },
  },
  previous: {
    ...{ from: '2026-10-19', to: '2026-11-01' },
    totals: {
      ...{ received: 2_750, sent: 2_600, opened: 948 },
      first_reply: durations(930, 480, 6_000),
      resolution: durations(870, 8_700, 90_000),
      windows: { saved: 30, missed: 4 },
    },
  },
  step: 'day',
  series: received.map((count, day) => ({
    start: `2026-11-${String(day + 2).padStart(2, '0')}`,
    ...{ received: count, sent: Math.round(count * 0.93), opened: Math.round(count / 3) },
  })),
  bands: { first_reply: [412, 268, 171, 84, 29], resolution: [318, 264, 209, 71, 22] },
  by_member: [
    { id: 'a', name: 'Mateo Ruiz', first_reply: durations(287, 180, 900), resolution: durations(260, 7_800, 40_000) },
    { id: 'b', name: 'Tomasz Bąk', first_reply: durations(126, 840, 7_200), resolution: durations(98, 19_200, 90_000) },
    { id: null, name: null, first_reply: durations(32, 2_460, 9_000), resolution: durations(0, null, null) },
  ],
  by_group: [{ id: null, name: null, ...noTimes }],
  by_channel: [],
  by_hour: byHour.map((count, hour) => ({
    ...{ hour, received: count * 14, sent: count * 13 },
    first_reply: count === 0 ? durations(0, null, null) : durations(count, 240 + hour * 20, 3_600),
    resolution: durations(0, null, null),
  })),
  busy: {
    received: [0.9, 1, 0.9, 1.1, 1.2, 0.8, 0.2].map((day) => byHour.map((hour) => Math.round(hour * day * 2))),
    days: [2, 2, 2, 2, 2, 2, 2],
  },
  backlog: {
    ...{ open: 41, unassigned: 7, waiting: 12, oldest_waiting_at: '2026-11-15T06:12:00.000Z' },
    series: [38, 44, 47, 45, 52, 58, 61, 55, 49, 46, 51, 47, 44, 41].map((open, day) => ({
      ...{ start: `2026-11-${String(day + 2).padStart(2, '0')}`, open },
    })),
  },
  broadcasts: received.map((_, day) => {
    const sent = day === 3 ? 1_480 : day === 9 ? 620 : 0;
    const parts = { delivered: Math.round(sent * 0.96), read: Math.round(sent * 0.7), failed: Math.round(sent * 0.02) };
    return { start: `2026-11-${String(day + 2).padStart(2, '0')}`, broadcasts: sent > 0 ? 1 : 0, sent, ...parts };
  }),
  ratings: {
    ...{ asked: 310, answered: 122, average: 4.52, scores: [3, 4, 8, 21, 86] },
    before: { answered: 96, average: 4.31 },
    series: received.map((_, day) => ({
      ...{ start: `2026-11-${String(day + 2).padStart(2, '0')}`, answered: 8, average: 4.5 },
    })),
    by_member: [
      { id: 'a', name: 'Mateo Ruiz', answered: 70, average: 4.81 },
      { id: 'b', name: 'Tomasz Bąk', answered: 47, average: 4.2 },
      { id: null, name: null, answered: 5, average: 3.4 },
    ],
    ...{ by_group: [{ id: null, name: null, answered: 122, average: 4.52 }], by_channel: [] },
  },
  ads: {
    currency: 'GBP',
    by_ad: [
      { id: '120220000000000017', title: 'Spring service', threads: 84, done: 61, value: 1_240_000 },
      { id: '120220000000000018', title: 'Electric bikes', threads: 31, done: 12, value: 2_890_050 },
    ],
  },
  spend: {
    ...{ currency: 'GBP', amount: 233.19, before: 210.08, billed: 4_610, without_rate: 0, free: 1_204 },
    rates_from: '2026-10-01',
    by_category: [
      { category: 'marketing', billed: 2_096, amount: 188.69 },
      { category: 'utility', billed: 2_410, amount: 41.3 },
      { category: 'authentication', billed: 104, amount: 3.2 },
    ],
    by_channel: [{ id: 'a', name: 'Shop', billed: 4_610, amount: 233.19 }],
    by_month: [{ month: '2026-11-01', billed: 4_610, amount: 233.19 }],
  },
};

const zero = { received: 0, sent: 0, opened: 0, ...noTimes, windows: { saved: 0, missed: 0 } };

/** Days without anything. */
export const sampleEmptyReport: Report = {
  ...sampleReport,
  sandbox: true,
  totals: zero,
  previous: { ...sampleReport.previous, totals: zero },
  broadcasts: null,
  ratings: {
    ...sampleReport.ratings,
    ...{ asked: 0, answered: 0, average: null, scores: [0, 0, 0, 0, 0], by_member: [], by_group: [] },
  },
  spend: null,
};
