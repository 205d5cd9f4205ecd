import { expect, it } from 'vitest';
import { buildMessage } from '../../sync/public-samples.ts';
import { historyGapOf } from './history-gap.ts';

const last = buildMessage({ id: 'a', timestamp: '2026-11-20T10:02:00.000Z' });
const newer = { last_message_id: 'b', last_message_at: '2026-11-20T10:09:00.000Z' };

it('is what came after the messages of this device, until the newest page is read', () => {
  const cached = { state: 'cached', messages: [last] } as const;
  expect(historyGapOf(newer, cached)).toEqual({ from: last.timestamp, to: newer.last_message_at });
  expect(historyGapOf(newer, { ...cached, state: 'current' })).toBeNull();
  expect(historyGapOf({ ...newer, last_message_id: 'a' }, cached)).toBeNull();
  expect(historyGapOf({ last_message_id: null, last_message_at: null }, cached)).toBeNull();
  expect(historyGapOf(newer, undefined)).toBeNull();
  expect(historyGapOf(newer, { state: 'cached', messages: [] })).toBeNull();
});
