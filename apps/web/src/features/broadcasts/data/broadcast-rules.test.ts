import { expect, test } from 'vitest';
import {
  readAddress as readCampaign,
  recipientsQuery,
  writeAddress as writeCampaign,
} from './campaign/campaign-address.ts';
import { failureActionOf } from './campaign/failure-actions.ts';
import {
  availableActions,
  countsChangeUntil,
  duplicateParts,
  figureIds,
  figuresOf,
  secondsLeft,
  sentShare,
  shareOf,
  statusOf,
} from './campaign-rules.ts';
import { withNewer } from './history/campaign-list.ts';
import { isFiltered, readAddress, startOfSpan, writeAddress } from './history/history-address.ts';
import { sampleCampaign, sampleFailures, sampleSending } from './sample-campaigns.ts';

const none = { queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, unknown: 0, skipped: 0, capped: 0 };

test('a broadcast has the status that users expect', () => {
  const statuses = (['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'FINISHED', 'CANCELLED'] as const).map((state) =>
    statusOf({ state, counters: { ...none, read: 3, skipped: 2 } }),
  );
  expect(statuses).toEqual(['draft', 'scheduled', 'sending', 'paused', 'finished', 'cancelled']);
  for (const state of ['failed', 'capped', 'unknown'] as const) {
    expect(statusOf({ state: 'FINISHED', counters: { ...none, [state]: 1 } })).toBe('finished_with_failures');
  }
});

test('the figures add up: every recipient is excluded, waiting or sent to', () => {
  const figures = figuresOf(sampleCampaign());
  expect(figures).toMatchObject({ audience: 4_213, sent: 4_102, delivered: 3_905, read: 2_991, left_out: 111 });
  for (const campaign of [sampleCampaign(), sampleSending]) {
    const { audience, left_out, queued, sent, ...rest } = figuresOf(campaign);
    expect(left_out + queued + sent).toBe(audience);
    expect(campaign.counters.sent + rest.delivered + rest.failed + rest.held_back + rest.unknown).toBe(sent);
  }
  // During the snapshot the number of recipients is unknown.
  expect(figuresOf({ ...sampleCampaign(), total: null, counters: { ...none, queued: 40, skipped: 2 } }).audience).toBe(
    42,
  );
});

test('shares are of those it was sent to, before that of the audience, and absent for an empty one', () => {
  const figures = figuresOf(sampleCampaign());
  expect(shareOf(figures, 'audience')).toBeNull();
  expect(shareOf(figures, 'sent')).toBeCloseTo(4_102 / 4_213);
  expect(shareOf(figures, 'left_out')).toBeCloseTo(111 / 4_213);
  expect(shareOf(figures, 'delivered')).toBeCloseTo(3_905 / 4_102);
  const empty = figuresOf(sampleCampaign({ total: 0, counters: none, after: { replied: 0, tapped: 0, opted_out: 0 } }));
  for (const figure of figureIds) expect(shareOf(empty, figure)).toBeNull();
  expect(sentShare(empty)).toBe(1);
});

test('the remaining time is the waiting recipients at the current rate', () => {
  expect(secondsLeft(sampleSending)).toBeCloseTo(3_601 / 78);
  expect(secondsLeft({ ...sampleSending, rate: 0 })).toBeNull();
  expect(secondsLeft({ ...sampleSending, rate: null })).toBeNull();
  expect(secondsLeft({ ...sampleSending, preparing: true })).toBeNull();
  expect(secondsLeft({ ...sampleSending, state: 'PAUSED' })).toBeNull();
  expect(secondsLeft({ ...sampleSending, share: { state: 'SENDING', rest_at: null } })).toBeNull();
});

test('counts change until 72 hours after the end', () => {
  const ended = { ended_at: '2026-11-19T09:01:00.000Z' };
  expect(countsChangeUntil(ended, Date.parse('2026-11-22T09:00:59.000Z'))).toBe('2026-11-22T09:01:00.000Z');
  expect(countsChangeUntil(ended, Date.parse('2026-11-22T09:01:00.000Z'))).toBeNull();
  expect(countsChangeUntil({ ended_at: null }, 0)).toBeNull();
});

test('only actions that the state allows are offered', () => {
  const of = (changes: Parameters<typeof sampleCampaign>[0]) => [...availableActions(sampleCampaign(changes))].sort();
  expect(of({ state: 'DRAFT', total: null, counters: none })).toEqual(['delete', 'edit']);
  expect(of({ state: 'SCHEDULED', total: null, counters: none })).toEqual(['edit', 'unschedule']);
  expect(of({ state: 'RUNNING', counters: none })).toEqual(['export', 'pause', 'stop']);
  expect(of({ state: 'PAUSED' })).toEqual(['export', 'resume', 'retry', 'stop']);
  expect(of({})).toEqual(['archive', 'export', 'retry']);
  expect(of({ archived_at: '2026-11-20T09:00:00.000Z' })).toEqual(['export', 'retry', 'unarchive']);
});

test('a duplicate takes over everything except a start time that has passed', () => {
  const now = Date.parse('2026-11-20T10:00:00.000Z');
  const planned = sampleCampaign({ schedule: { at: '2026-11-20T09:00:00.000Z', spread_hours: 2 } });
  expect(duplicateParts(planned, now).schedule).toEqual({ spread_hours: 2 });
  const ahead = sampleCampaign({ schedule: { at: '2026-11-21T09:00:00.000Z' } });
  expect(duplicateParts(ahead, now)).toMatchObject({
    schedule: ahead.schedule,
    audience: ahead.audience,
    variables: ahead.variables,
  });
  expect(duplicateParts(sampleCampaign({ purpose: null }), now)).not.toHaveProperty('purpose');
});

test('every group of failures offers the one action that can help', () => {
  expect(sampleFailures.map(failureActionOf)).toEqual(['retry', 'show', 'send_again', 'open_meta', 'retry']);
  expect(failureActionOf({ state: 'FAILED', provider_code: 190 })).toBe('open_channels');
  expect(failureActionOf({ state: 'FAILED', provider_code: null })).toBe('retry');
});

test('the URL of the history has the filters, and nothing else', () => {
  const words = {
    status: 'running',
    channel: 'c',
    template: 't',
    by: 'u',
    started: 'week',
    q: 'Autumn',
    archived: '1',
  };
  expect(writeAddress(readAddress(words))).toEqual(words);
  expect(writeAddress(readAddress({ status: 'made up', started: 'ever', archived: 'x' }))).toEqual({});
  expect(isFiltered(readAddress({ archived: '1' }))).toBe(false);
  expect(isFiltered(readAddress(words))).toBe(true);
  // The router parses text that looks like a number as one.
  expect(readAddress({ q: 2026, archived: 1 })).toMatchObject({ search: '2026', archived: true });
  const now = new Date(2026, 10, 22, 17, 8);
  expect(startOfSpan('today', now)).toBe(new Date(2026, 10, 22).toISOString());
  expect(startOfSpan('week', now)).toBe(new Date(2026, 10, 16).toISOString());
});

test('the URL of a broadcast has the recipient filters', () => {
  const words = { tab: 'timeline', show: 'held_back', reason: 'whatsapp_131049', q: '447700' };
  expect(writeCampaign(readCampaign(words))).toEqual(words);
  expect(recipientsQuery(readCampaign(words))).toEqual({
    state: ['CAPPED'],
    reason: 'whatsapp_131049',
    search: '447700',
  });
  expect(recipientsQuery(readCampaign({ show: 'tapped' }))).toEqual({ after: 'tapped' });
  expect(recipientsQuery(readCampaign({ show: 'nobody' }))).toEqual({});
});

test('a newer version from the feed replaces the one read', () => {
  const read = [sampleCampaign({ version: 2 }), sampleSending];
  const newer = sampleCampaign({ version: 3, name: 'Renamed' });
  const older = { ...sampleSending, version: sampleSending.version - 1, name: 'Before' };
  expect(withNewer(read, [older, newer]).map(({ name }) => name)).toEqual(['Renamed', sampleSending.name]);
});
