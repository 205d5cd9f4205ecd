import { expect, test } from 'vitest';
import { buildThread } from './sample-rows.ts';
import { createShownOperations, patchOf } from './shown-operations.ts';
import { LiveStore } from './store.ts';

const act = (id: string, body: Parameters<typeof patchOf>[1]) => ({
  id,
  thread_id: 't',
  order: 0,
  created_at: '',
  state: 'queued' as const,
  kind: 'act' as const,
  body,
});

test('a change is shown until it is settled, each over those before', () => {
  const store = new LiveStore('me', () => undefined);
  store.putRows('threads', [buildThread({ id: 't', state: 'ACTIVE', label_ids: ['a'], snoozed_until: 'reply' })]);
  const show = createShownOperations(store.threads);
  const [done, labels] = [act('1', { state: 'DONE' }), act('2', { add_label_ids: ['b'], remove_label_ids: ['a'] })];
  show([done]);
  expect(store.threads.get('t')).toMatchObject({ state: 'DONE', snoozed_until: null, label_ids: ['a'] });
  show([done, labels]);
  expect(store.threads.get('t')).toMatchObject({ state: 'DONE', label_ids: ['b'] });
  show([labels]);
  expect(store.threads.get('t')).toMatchObject({ state: 'ACTIVE', label_ids: ['b'] });
  show([]);
  expect(store.threads.get('t')).toMatchObject({ state: 'ACTIVE', snoozed_until: 'reply', label_ids: ['a'] });
});

test('a move to a stage is shown with the state of the stage, and taken back where it is refused', () => {
  const store = new LiveStore('me', () => undefined);
  store.putRows('threads', [buildThread({ id: 't', stage_id: 'new', value: null })]);
  const show = createShownOperations(store.threads);
  show([act('1', { stage_id: 'won', state: 'DONE' }), act('2', { value: 500 })]);
  expect(store.threads.get('t')).toMatchObject({ stage_id: 'won', state: 'DONE', value: 500 });
  show([]);
  expect(store.threads.get('t')).toMatchObject({ stage_id: 'new', state: 'ACTIVE', value: null });
});

test('a snooze opens a conversation that was done', () => {
  expect(patchOf(undefined, { snoozed_until: 'reply' })).toEqual({ state: 'ACTIVE', snoozed_until: 'reply' });
});
