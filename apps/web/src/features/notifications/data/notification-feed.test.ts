import type { NotificationItem } from '@parley/contract/types';
import { expect, test } from 'vitest';
import { effectOf, shownFor } from '../../../service-worker/push.ts';
import { newSince } from './notification-feed.ts';
import { targetIn } from './target.ts';

const item = (id: string, at: string, change: Partial<NotificationItem> = {}): NotificationItem => ({
  id,
  kind: 'mine',
  thread_id: `thread-${id}`,
  channel_id: 'c',
  contact: { name: 'Amara', phone_number: null, username: null },
  campaign: null,
  automation: null,
  count: 1,
  actor_id: null,
  message: null,
  in_app: true,
  at,
  read_at: null,
  ...change,
});

test('new is what came or grew since the last reading and is unread', () => {
  const before = [item('b', '10:02'), item('a', '10:01')];
  expect(newSince(before, before)).toEqual([]);
  const now = [
    item('c', '10:05'),
    item('a', '10:04', { count: 2 }),
    item('b', '10:02'),
    item('d', '10:03', { read_at: '10:06' }),
  ];
  expect(newSince(before, now).map(({ id }) => id)).toEqual(['c', 'a']);
  expect(newSince(before, [item('old', '09:00')]), 'an older row that moved up is not new').toEqual([]);
});

test('what is about a broadcast opens it, and is closed with it', () => {
  const payload = {
    thread_id: null,
    campaign_id: 'b1',
    automation_id: null,
    title: 'Spring sale',
    body: 'A broadcast paused',
    silent: false,
  };
  expect(shownFor(payload)).toMatchObject({
    options: { tag: 'campaign:b1', data: { path: '/broadcast/history/b1', targetId: 'b1' } },
  });
  expect(targetIn('/broadcast/history/b1')).toEqual({ kind: 'campaign', id: 'b1' });
  expect(targetIn('/broadcast/history')).toBeNull();
  expect(targetIn('/inbox/t1')).toEqual({ kind: 'thread', id: 't1' });
});

test('what is about an automation opens it, and is cleared with it', () => {
  const payload = {
    thread_id: null,
    campaign_id: null,
    automation_id: 'a1',
    title: 'An automation paused',
    body: '',
    silent: false,
  };
  expect(shownFor(payload)).toMatchObject({
    options: { tag: 'automation:a1', data: { path: '/automations?edit=a1', targetId: 'a1' } },
  });
  expect(targetIn('/automations?edit=a1')).toEqual({ kind: 'automation', id: 'a1' });
  expect(targetIn('/automations?tab=runs&edit=a1&view=canvas')).toEqual({ kind: 'automation', id: 'a1' });
  expect(targetIn('/automations')).toBeNull();
});

test('a pushed message is one notification for each conversation, and those read meanwhile are closed', () => {
  const payload = {
    kind: 'mine',
    client_id: 'x',
    thread_id: 't1',
    campaign_id: null,
    automation_id: null,
    title: 'Amara Okafor',
    body: 'Hello',
    unread: ['t1'],
    silent: false,
  };
  expect(shownFor(payload)).toMatchObject({
    title: 'Amara Okafor',
    options: { body: 'Hello', tag: 'thread:t1', data: { path: '/inbox/t1' } },
  });
  expect(shownFor(null)).toBeNull();
  const shown = ['t1', 't2', null].map((targetId) => ({ tag: `thread:${targetId}`, data: { path: '', targetId } }));
  expect(effectOf(payload, shown)).toEqual({ close: [shown[1]], show: true });
});

test('a customer’s message can be answered in its notification, and nothing else', () => {
  const payload = { kind: 'mine', client_id: 'x', thread_id: 't1', title: 'Amara', body: 'Hello', reply: 'Antworten' };
  expect(shownFor(payload)).toMatchObject({
    options: {
      data: { clientId: 'x', targetId: 't1' },
      actions: [{ action: 'reply', title: 'Antworten', type: 'text' }],
    },
  });
  expect(shownFor({ ...payload, reply: undefined })?.options.actions).toBeUndefined();
  expect(shownFor({ ...payload, thread_id: null, campaign_id: 'b1' })?.options.actions).toBeUndefined();
});

test('a call that rings stays until it rings no more, which replaces or closes it', () => {
  const pushed = (rings: boolean, id = 'k1') => ({
    ...{ kind: 'call', client_id: 'x', thread_id: 't1', campaign_id: null, automation_id: null, call: { id, rings } },
    ...{ title: 'Amara Okafor', body: 'Answered by Dana', unread: [], silent: !rings },
  });
  const onScreen = (payload: unknown) => {
    const { options } = shownFor(payload) ?? { options: { tag: '', data: null } };
    return { tag: options.tag ?? '', data: options.data };
  };
  const ringing = onScreen(pushed(true));
  expect(shownFor(pushed(true))).toMatchObject({
    options: { tag: 'call:k1', requireInteraction: true, silent: false, data: { path: '/inbox/t1' } },
  });
  expect(shownFor(pushed(false))).toMatchObject({
    options: { tag: 'call:k1', requireInteraction: false, silent: true, data: { path: '/inbox/t1' } },
  });
  const message = { kind: 'mine', thread_id: 't1', title: 'Amara Okafor', body: 'Missed call', unread: ['t1'] };
  const other = onScreen({ ...message, thread_id: 't2', unread: ['t2'] });
  // It closes nothing else, and what is read elsewhere does not close it while it rings.
  expect(effectOf(pushed(true), [other])).toEqual({ close: [], show: true });
  expect(effectOf({ ...message, unread: ['t1', 't2'] }, [ringing, other])).toEqual({ close: [], show: true });
  expect(effectOf(pushed(false), [ringing, other])).toEqual({ close: [ringing], show: true });
  expect(effectOf(pushed(false, 'k2'), [ringing])).toEqual({ close: [], show: true });
  // A missed call is told once, whichever of the two comes first.
  expect(effectOf(pushed(false), [ringing, onScreen(message)])).toEqual({ close: [ringing], show: false });
  const ended = onScreen(pushed(false));
  expect(effectOf(message, [ended])).toEqual({ close: [ended], show: true });
});
