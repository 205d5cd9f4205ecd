import type { PresenceState, ServerFrame } from '@parley/contract/types';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLocalNotifier } from '../../platform/notifier.ts';
import { createPresence } from './presence.ts';

const account = 'account';
const topics = new Set(['presence:one', 'presence:two']);
const closing: (() => void)[] = [];

/** Two processes that share notifications, as two servers on one database do. */
function twoProcesses() {
  const notifier = createLocalNotifier();
  const [here, there] = [createPresence(notifier, Date.now), createPresence(notifier, Date.now)];
  closing.push(here.close, there.close);
  return { here, there };
}

function watch(presence: ReturnType<typeof createPresence>, userId: string, clientId = account) {
  const heard: [string, string, PresenceState][] = [];
  presence.watch({}, clientId, userId, topics, (frame: ServerFrame) => {
    if (frame.type === 'presence') heard.push([frame.thread_id, frame.user_id, frame.state]);
  });
  return heard;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe('between processes', () => {
  test('a member typing at one process is seen at the other, moves, and leaves', () => {
    const { here, there } = twoProcesses();
    const heard = watch(there, 'me');
    const spy = watch(there, 'stranger', 'another account');
    const dana = {};
    here.set(dana, account, 'one', 'dana', 'viewing');
    here.set(dana, account, 'one', 'dana', 'typing');
    here.set(dana, account, 'two', 'dana', 'viewing');
    here.leave(dana, account);
    expect(heard).toEqual([
      ['one', 'dana', 'viewing'],
      ['one', 'dana', 'typing'],
      ['one', 'dana', 'away'],
      ['two', 'dana', 'viewing'],
      ['two', 'dana', 'away'],
    ]);
    expect(spy).toEqual([]);
  });

  test('who is there already is told once to whom begins to watch', () => {
    const { here, there } = twoProcesses();
    here.set({}, account, 'one', 'dana', 'typing');
    here.set({}, account, 'one', 'dana', 'viewing');
    expect(watch(there, 'me')).toEqual([['one', 'dana', 'typing']]);
  });

  test('a killed process, or a computer put to sleep, takes its members along within a minute', () => {
    const { here, there } = twoProcesses();
    const heard = watch(there, 'me');
    here.set({}, account, 'one', 'dana', 'typing');
    // Nothing is heard of that process again.
    here.close();
    vi.advanceTimersByTime(9_000);
    expect(heard.at(-1)).toEqual(['one', 'dana', 'viewing']);
    vi.advanceTimersByTime(62_000);
    expect(heard.at(-1)).toEqual(['one', 'dana', 'away']);
    expect(watch(there, 'later')).toEqual([]);
  });

  test('repeated reports keep a member there', () => {
    const { here, there } = twoProcesses();
    const heard = watch(there, 'me');
    const dana = {};
    for (let beat = 0; beat < 5; beat++) {
      here.set(dana, account, 'one', 'dana', 'viewing');
      vi.advanceTimersByTime(25_000);
    }
    expect(heard).toEqual([['one', 'dana', 'viewing']]);
  });
});

describe('a member with two tabs', () => {
  test('is there until the last one leaves, typing while one of them types, and is not told of themselves', () => {
    const { here } = twoProcesses();
    const heard = watch(here, 'me');
    const own = watch(here, 'dana');
    const [tab, other] = [{}, {}];
    here.set(tab, account, 'one', 'dana', 'viewing');
    here.set(other, account, 'one', 'dana', 'typing');
    here.leave(tab, account);
    here.set(other, account, 'one', 'dana', 'viewing');
    here.leave(other, account);
    expect(heard.map(([, , state]) => state)).toEqual(['viewing', 'typing', 'viewing', 'away']);
    expect(own).toEqual([]);
  });
});
