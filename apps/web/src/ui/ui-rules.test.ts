import { describe, expect, test } from 'vitest';
import { turnedClock } from '../testing/turned-clock.ts';
import { avatarColor, initialsOf } from './initials.ts';
import { imageTimeoutMs, loadImage } from './remote-image.tsx';
import { hoursAndMinutes, replyWindowAt } from './reply-window.ts';
import { tickStateOf } from './tick-state.ts';

describe('initials', () => {
  test.each([
    ['Amara Okafor', 'AO'],
    ['ليلى حداد', 'ل'],
    ['佐藤 美咲', '佐'],
    ['Юлія Коваленко', 'ЮК'],
    ['Siobhán Ó Dálaigh', 'SÓ'],
    ['@mei.tanaka', 'MT'],
    ['+44 7700 900361', '61'],
    ['447700900361', '61'],
    ['Contact 12', 'C1'],
    ['e\u0301mile zola', 'E\u0301Z'],
    ['🙂', '?'],
    ['', '?'],
  ])('%s → %s', (name, expected) => {
    expect(initialsOf(name)).toBe(expected);
  });

  test('keep their background, one of six', () => {
    const grounds = new Set(Array.from({ length: 200 }, (_, index) => avatarColor(`id-${index}`)));
    expect([...grounds].toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(avatarColor('id-1')).toBe(avatarColor('id-1'));
  });
});

describe('the reply window', () => {
  const now = Date.parse('2026-11-20T10:00:00.000Z');
  const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

  test.each([
    [24, 'open'],
    [6.01, 'open'],
    [6, 'soon'],
    [1, 'soon'],
    [0.99, 'last'],
    [0, 'closed'],
    [-1, 'closed'],
  ])('%s h left: %s', (hours, kind) => {
    expect(replyWindowAt(inHours(hours), now).kind).toBe(kind);
  });

  test('is closed when it never opened or the time is invalid', () => {
    expect(replyWindowAt(null, now).kind).toBe('closed');
    expect(replyWindowAt('soon', now).kind).toBe('closed');
  });

  test('shows its share and never more than the whole', () => {
    expect(replyWindowAt(inHours(12), now)).toMatchObject({ share: 0.5 });
    expect(replyWindowAt(inHours(30), now)).toMatchObject({ share: 1 });
  });

  test('has a text for the last seconds', () => {
    expect(hoursAndMinutes(1000)).toEqual({ hours: 0, minutes: 1 });
    expect(hoursAndMinutes(3 * 3_600_000 + 50 * 60_000 + 59_000)).toEqual({ hours: 3, minutes: 50 });
  });
});

describe('ticks', () => {
  test.each([
    [0, 'waiting', 'queued'],
    [0, 'started', 'queued'],
    [0, 'held', 'held'],
    [0, 'unknown', 'unknown'],
    [1, 'accepted', 'sent'],
    [1, 'unknown', 'sent'],
    [2, 'accepted', 'delivered'],
    [3, 'accepted', 'read'],
    [4, 'accepted', 'played'],
    [-1, 'failed', 'failed'],
    [2, null, 'delivered'],
  ] as const)('%s, %s: %s', (status, sendState, expected) => {
    expect(tickStateOf(status, sendState)).toBe(expected);
  });
});

describe('a remote image', () => {
  test('is given up after 1500 ms', async () => {
    const { clock, pass } = turnedClock();
    const load = loadImage('/logo.png', clock, () => new Promise(() => {}));
    let answer: boolean | null = null;
    void load.then((fine) => {
      answer = fine;
    });
    await pass(1499);
    expect(answer).toBeNull();
    await pass(1);
    expect(answer).toBe(false);
    expect(imageTimeoutMs).toBe(1500);
  });

  test('is shown when it loads in time, and not when it is broken', async () => {
    const { clock } = turnedClock();
    expect(await loadImage('/logo.png', clock, async () => undefined)).toBe(true);
    expect(await loadImage('/logo.png', clock, () => Promise.reject(new Error('broken')))).toBe(false);
  });
});
