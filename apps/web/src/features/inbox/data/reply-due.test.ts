import { expect, test } from 'vitest';
import { replyDueOf } from './reply-due.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const due = (minutes: number, state: 'ACTIVE' | 'DONE' = 'ACTIVE') =>
  replyDueOf({ reply_due_at: new Date(now + minutes * 60_000).toISOString(), state }, now, 30);

test('the time until a reply is due, and since, in the largest unit', () => {
  expect(due(90)).toEqual({ kind: 'later', unit: 'hours', count: 1 });
  expect(due(29.5)).toEqual({ kind: 'soon', unit: 'minutes', count: 29 });
  expect(due(0.2)).toEqual({ kind: 'soon', unit: 'minutes', count: 1 });
  expect(due(0)).toEqual({ kind: 'overdue', unit: 'minutes', count: 1 });
  expect(due(-200)).toEqual({ kind: 'overdue', unit: 'hours', count: 3 });
  expect(due(-3 * 1_440)).toEqual({ kind: 'overdue', unit: 'days', count: 3 });
});

test('none without a target, and none in what is done', () => {
  expect(replyDueOf({ reply_due_at: null, state: 'ACTIVE' }, now, 30)).toBeNull();
  expect(due(-5, 'DONE')).toBeNull();
});
