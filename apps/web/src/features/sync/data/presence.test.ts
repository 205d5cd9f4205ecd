import type { ClientFrame } from '@parley/contract/types';
import { beforeEach, expect, test, vi } from 'vitest';
import { ownPresence } from './own-presence.ts';
import { PresenceBoard } from './presence.ts';
import { Topics } from './topics.ts';

beforeEach(() => void vi.useFakeTimers());

function board() {
  const topics = new Topics();
  const presence = new PresenceBoard(topics);
  const sent: ClientFrame[] = [];
  return { topics, presence, sent, connect: () => presence.connected((frame) => void sent.push(frame)) };
}

const states = (sent: readonly ClientFrame[]) =>
  sent.flatMap((frame) => (frame.type === 'presence' ? [`${frame.thread_id} ${frame.state}`] : []));

test('threads on screen are watched once, and again after a new connection', () => {
  const { presence, sent, connect } = board();
  const [row, header] = [presence.watch('a'), presence.watch('a')];
  presence.watch('b');
  connect();
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([{ type: 'topics', add: ['presence:a', 'presence:b'] }]);
  row();
  vi.advanceTimersByTime(100);
  expect(sent, 'still shown elsewhere').toHaveLength(1);
  header();
  vi.advanceTimersByTime(100);
  expect(sent.at(-1)).toEqual({ type: 'topics', remove: ['presence:a'] });
  presence.disconnected();
  connect();
  vi.advanceTimersByTime(100);
  expect(sent.at(-1)).toEqual({ type: 'topics', add: ['presence:b'] });
});

test('looking, typing and stopping are reported, repeated while they last, and ended', () => {
  const { presence, sent, connect } = board();
  connect();
  const leave = ownPresence(presence).look('a');
  ownPresence(presence).typed('a');
  ownPresence(presence).typed('a');
  expect(states(sent)).toEqual(['a viewing', 'a typing']);
  vi.advanceTimersByTime(6_000);
  expect(states(sent).at(-1), 'no key for five seconds').toBe('a viewing');
  vi.advanceTimersByTime(60_000);
  expect(states(sent).slice(3), 'every 25 seconds').toEqual(['a viewing', 'a viewing']);
  ownPresence(presence).typed('a');
  ownPresence(presence).stoppedTyping('a');
  leave();
  expect(states(sent).slice(-3)).toEqual(['a typing', 'a viewing', 'a away']);
  vi.advanceTimersByTime(60_000);
  expect(states(sent).at(-1)).toBe('a away');
});

test('other members are known by thread, those typing first, until they leave or the connection is lost', () => {
  const { topics, presence, connect } = board();
  connect();
  const take = (user_id: string, state: 'viewing' | 'typing' | 'away') =>
    presence.take({ type: 'presence', thread_id: 'a', user_id, state });
  take('dana', 'viewing');
  take('omar', 'typing');
  expect(presence.of('a')).toEqual([
    { userId: 'omar', typing: true },
    { userId: 'dana', typing: false },
  ]);
  expect(presence.of('a'), 'the same array until it changes').toBe(presence.of('a'));
  take('omar', 'away');
  expect(presence.of('a')).toEqual([{ userId: 'dana', typing: false }]);
  const before = topics.revision('presence/a');
  presence.disconnected();
  expect(presence.of('a')).toEqual([]);
  expect(topics.revision('presence/a')).toBe(before + 1);
});
