import { expect, it } from 'vitest';
import { buildThread } from '../../sync/public-samples.ts';
import { reverseOf, wayBack } from './bulk-changes.ts';
import { changeOfMove } from './use-move-thread.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');

it('bulk operations are undone to exactly what was before', () => {
  const thread = buildThread({ id: 't', assignee_id: 'u2', label_ids: ['service'], snoozed_until: 'reply' });
  expect(reverseOf(thread, { assignee_id: 'u1' }, noon)).toEqual({ assignee_id: 'u2', assignee_group_id: null });
  expect(reverseOf(thread, { state: 'DONE' }, noon)).toEqual({ state: 'ACTIVE', snoozed_until: 'reply' });
  expect(reverseOf(thread, { add_label_ids: ['service', 'pickup'] }, noon)).toEqual({ remove_label_ids: ['pickup'] });
  const offered = buildThread({ id: 't', stage_id: 'offer', value: 900, snoozed_until: 'reply' });
  expect(reverseOf(offered, changeOfMove({ id: 'won', closes: true }), noon)).toEqual({
    ...{ stage_id: 'offer', state: 'ACTIVE', snoozed_until: 'reply' },
  });
  expect(reverseOf(offered, { value: null }, noon)).toEqual({ value: 900 });
  const awake = buildThread({ id: 't', state: 'DONE' });
  expect(reverseOf(awake, { snoozed_until: 'reply' }, noon)).toEqual({ state: 'DONE', snoozed_until: null });
});

it('what was given to the AI assistant goes back to who had it, and the other way round', () => {
  const thread = buildThread({ id: 't', assignee_id: null, assignee_group_id: null });
  expect(wayBack({ ...thread, assignee_id: 'u2' }, 'give', noon)).toMatchObject({ assignee_id: 'u2' });
  expect(wayBack(thread, 'give', noon)).toBe('stop');
  expect(wayBack(thread, 'stop', noon)).toBe('give');
});
