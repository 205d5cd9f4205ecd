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

test('a snooze opens a conversation that was done', () => {
  expect(patchOf(undefined, { snoozed_until: 'reply' })).toEqual({ state: 'ACTIVE', snoozed_until: 'reply' });
});
