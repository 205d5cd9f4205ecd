import { describe, expect, it } from 'vitest';
import { messageNoticeOf, noticeChangesInMs } from './message-notice.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (seconds: number) => new Date(noon - seconds * 1000).toISOString();

describe('the notice below a message that was not simply sent', () => {
  const waiting = { direction: 'OUTGOING', status: 0, send_state: 'waiting' } as const;
  const unknown = { direction: 'OUTGOING', status: 0, send_state: 'unknown' } as const;

  it('says that it is queued after 10 s and why after 60 s', () => {
    const reason = { waiting_reason: 'WhatsApp asked us to slow down.' };
    expect(messageNoticeOf({ ...waiting, ...reason, created_at: ago(9.9) }, noon)).toBeNull();
    expect(messageNoticeOf({ ...waiting, ...reason, created_at: ago(10) }, noon)).toEqual({
      kind: 'queued',
      reason: null,
    });
    expect(messageNoticeOf({ ...waiting, ...reason, created_at: ago(60) }, noon)).toEqual({
      kind: 'queued',
      reason: 'WhatsApp asked us to slow down.',
    });
  });

  it('asks about an unknown outcome after 10 minutes, not before', () => {
    expect(messageNoticeOf({ ...unknown, created_at: ago(599) }, noon)).toBeNull();
    expect(messageNoticeOf({ ...unknown, created_at: ago(600) }, noon)).toEqual({ kind: 'unknown' });
  });

  it('has reason and next step of a failure, and the reason for a hold', () => {
    const error = {
      code: 'whatsapp_131026',
      provider_code: 131026,
      message: 'Cannot receive',
      next_step: 'Check it.',
      provider_title: 'Message undeliverable',
      details: 'The recipient has no WhatsApp',
    };
    expect(messageNoticeOf({ ...waiting, status: -1, send_state: 'failed', error, created_at: ago(1) }, noon)).toEqual({
      kind: 'failed',
      reason: 'Cannot receive.',
      nextStep: 'Check it.',
      place: 'number',
      details: '#131026 · Message undeliverable · The recipient has no WhatsApp',
    });
    expect(
      messageNoticeOf({ ...waiting, send_state: 'held', held_reason: 'window_closed', created_at: ago(1) }, noon),
    ).toEqual({ kind: 'held', reason: 'window_closed' });
  });

  it('names who discarded a message, and does not change by time', () => {
    const discarded = {
      ...waiting,
      send_state: 'discarded' as const,
      discarded: { at: ago(1), by: 'somebody' },
      created_at: ago(1),
    };
    expect(messageNoticeOf(discarded, noon)).toEqual({ kind: 'discarded', by: 'somebody' });
    expect(noticeChangesInMs(discarded, noon)).toBeNull();
  });

  it('is absent for delivered, sent and received messages', () => {
    for (const status of [1, 2, 3, 4] as const) {
      expect(messageNoticeOf({ ...unknown, status, created_at: ago(9999) }, noon)).toBeNull();
    }
    expect(messageNoticeOf({ ...waiting, direction: 'INCOMING', created_at: ago(9999) }, noon)).toBeNull();
  });

  it('knows when it changes', () => {
    expect(noticeChangesInMs({ ...waiting, created_at: ago(3) }, noon)).toBe(7_000);
    expect(noticeChangesInMs({ ...waiting, created_at: ago(30) }, noon)).toBe(30_000);
    expect(noticeChangesInMs({ ...waiting, created_at: ago(90) }, noon)).toBeNull();
    expect(noticeChangesInMs({ ...unknown, created_at: ago(0) }, noon)).toBe(600_000);
    expect(noticeChangesInMs({ ...waiting, status: 1, created_at: ago(3) }, noon)).toBeNull();
  });
});
