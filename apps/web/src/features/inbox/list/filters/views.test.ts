import { describe, expect, it } from 'vitest';
import { buildThread } from '../../../sync/public-samples.ts';
import { matchesView, parseView, viewQuery } from './views.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');

describe('views', () => {
  it('parses any URL to a view', () => {
    expect(parseView('mine')).toBe('mine');
    expect(parseView('channel:c1')).toBe('channel:c1');
    expect(parseView('nonsense')).toBe('active');
    expect(parseView(undefined)).toBe('active');
    expect(viewQuery('channel:c1', () => undefined)).toEqual({ state: 'ACTIVE', channel_id: 'c1' });
  });

  it('has messages in the failed view that the server or this device could not send', () => {
    const none = {
      clock: { uid: 'u1', nowMs: noon, channelNowMs: () => noon, closingSoonMs: 2 * 3_600_000 },
      hasRefused: () => false,
      saved: () => undefined,
    };
    const thread = buildThread({ id: 't' });
    expect(matchesView('failed', thread, none)).toBe(false);
    expect(matchesView('failed', thread, { ...none, hasRefused: (id) => id === 't' })).toBe(true);
    const failed = { ...thread, last_message: { status: -1 } } as typeof thread;
    expect(matchesView('failed', failed, none)).toBe(true);
    expect(matchesView('active', thread, none)).toBe(true);
    expect(matchesView('active', { ...thread, snoozed_until: 'reply' }, none)).toBe(false);
    expect(matchesView('snoozed', { ...thread, snoozed_until: 'reply' }, none)).toBe(true);
  });
});
