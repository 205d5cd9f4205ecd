import { expect, test } from 'vitest';
import { replyDueOf } from './reply-due.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const due = (minutes: number, state: 'ACTIVE' | 'DONE' = 'ACTIVE') =>
  replyDueOf({ reply_due_at: at(minutes), resolve_due_at: null, state }, now, 30);

test('the time until a reply is due, and since, in the largest unit', () => {
  const what = 'reply';
  expect(due(90)).toEqual({ what, kind: 'later', unit: 'hours', count: 1 });
  expect(due(29.5)).toEqual({ what, kind: 'soon', unit: 'minutes', count: 29 });
  expect(due(0.2)).toEqual({ what, kind: 'soon', unit: 'minutes', count: 1 });
  expect(due(0)).toEqual({ what, kind: 'overdue', unit: 'minutes', count: 1 });
  expect(due(-200)).toEqual({ what, kind: 'overdue', unit: 'hours', count: 3 });
  expect(due(-3 * 1_440)).toEqual({ what, kind: 'overdue', unit: 'days', count: 3 });
});

test('of reply and resolution what is due first', () => {
  const both = (reply: number | null, resolution: number) =>
    replyDueOf(
      { reply_due_at: reply === null ? null : at(reply), resolve_due_at: at(resolution), state: 'ACTIVE' },
      now,
      30,
    )?.what;
  expect(both(10, 20)).toBe('reply');
  expect(both(20, 10)).toBe('resolution');
  expect(both(null, 10)).toBe('resolution');
});

test('none without a target, and none in what is done', () => {
  expect(replyDueOf({ reply_due_at: null, resolve_due_at: null, state: 'ACTIVE' }, now, 30)).toBeNull();
  expect(due(-5, 'DONE')).toBeNull();
});
