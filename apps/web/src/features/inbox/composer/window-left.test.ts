import { describe, expect, it } from 'vitest';
import { buildThread } from '../../sync/public-samples.ts';
import { closedSince, urgentLeftOf } from './window-left.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');

describe('the reply window as text', () => {
  const incoming = { ...buildThread({ id: 't' }), last_message: { direction: 'INCOMING' } } as ReturnType<
    typeof buildThread
  >;
  const inMinutes = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();

  it('replaces the time under 6 hours while unanswered', () => {
    expect(urgentLeftOf({ ...incoming, window_expires_at: inMinutes(41) }, noon)).toEqual({
      kind: 'last',
      hours: 0,
      minutes: 41,
    });
    expect(urgentLeftOf({ ...incoming, window_expires_at: inMinutes(230) }, noon)).toEqual({
      kind: 'soon',
      hours: 3,
      minutes: 50,
    });
    expect(urgentLeftOf({ ...incoming, window_expires_at: inMinutes(361) }, noon)).toBeNull();
    expect(urgentLeftOf({ ...incoming, window_expires_at: inMinutes(0) }, noon)).toBeNull();
    expect(urgentLeftOf({ last_message: null, window_expires_at: inMinutes(41) }, noon)).toBeNull();
  });

  it('says how long it has been closed', () => {
    expect(closedSince(null, noon)).toBeNull();
    expect(closedSince(inMinutes(-5), noon)).toEqual({ unit: 'minutes', count: 5 });
    expect(closedSince(inMinutes(-17 * 60), noon)).toEqual({ unit: 'hours', count: 17 });
    expect(closedSince(inMinutes(-72 * 60), noon)).toEqual({ unit: 'days', count: 3 });
  });
});
