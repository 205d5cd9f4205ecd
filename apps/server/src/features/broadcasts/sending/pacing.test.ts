import { describe, expect, test } from 'vitest';
import { isInWindow, sendingDayAt, spreadAllowance } from './pacing.ts';

describe('sending hours', () => {
  const at = (time: string) => new Date(`2026-01-15T${time}:00Z`);
  test.each([
    ['09:00', '20:00', '08:59', false],
    ['09:00', '20:00', '09:00', true],
    ['09:00', '20:00', '19:59', true],
    ['09:00', '20:00', '20:00', false],
    ['22:00', '06:00', '23:30', true],
    ['22:00', '06:00', '05:59', true],
    ['22:00', '06:00', '06:00', false],
    ['22:00', '06:00', '12:00', false],
    ['07:00', '07:00', '12:00', true],
  ])('from %s to %s at %s: %s', (from, to, time, may) => {
    expect(isInWindow({ from, to }, 'UTC', at(time))).toBe(may);
  });

  test('use the time zone of the account, including summer time', () => {
    const window = { from: '09:00', to: '20:00' };
    expect(isInWindow(window, 'Europe/London', new Date('2026-07-15T08:30:00Z'))).toBe(true);
    expect(isInWindow(window, 'Europe/London', new Date('2026-01-15T08:30:00Z'))).toBe(false);
    expect(isInWindow(window, 'Asia/Kathmandu', new Date('2026-01-15T03:15:00Z'))).toBe(true);
    expect(isInWindow(window, 'Asia/Kathmandu', new Date('2026-01-15T03:14:00Z'))).toBe(false);
  });

  test('no window means any hour', () => {
    expect(isInWindow(null, 'UTC', at('03:00'))).toBe(true);
    expect(isInWindow(undefined, 'UTC', at('03:00'))).toBe(true);
  });
});

describe('spreading over hours', () => {
  test.each([
    ['100 in an hour', 100, 3_600],
    ['5,000 in an hour', 5_000, 3_600],
    ['7 in six minutes', 7, 360],
  ])('%s take that long, whenever measured', (_name, recipients, seconds) => {
    const perSecond = recipients / seconds;
    let since: Date | null = null;
    let sent = 0;
    let lastAt = 0;
    let ahead = 0;
    for (let ms = 0; sent < recipients; ms += 137) {
      const { count, at } = spreadAllowance(perSecond, since, new Date(ms), 1_000);
      if (count > 0) {
        since = at;
        lastAt = ms;
      }
      sent += count;
      ahead = Math.max(ahead, sent - (ms / 1_000) * perSecond);
    }
    // Never ahead of the even pace by more than one.
    expect(ahead).toBeLessThanOrEqual(1.001);
    expect(lastAt / 1_000).toBeGreaterThan(seconds * (1 - 1 / recipients) - 1);
    expect(lastAt / 1_000).toBeLessThan(seconds + 1);
  });

  test('messages not sent at night are not caught up in the morning', () => {
    const { count } = spreadAllowance(10, new Date(0), new Date(36_000_000), 1_000);
    expect(count).toBe(21);
  });

  test('no more than there is capacity for, and the rest is not forgotten', () => {
    const first = spreadAllowance(10, new Date(0), new Date(1_000), 4);
    expect(first).toEqual({ count: 4, at: new Date(400) });
    expect(spreadAllowance(10, first.at, new Date(1_000), 100).count).toBe(6);
  });
});

test('a day of a limit per day begins with its first recipient and lasts 24 hours', () => {
  const at = (hours: number) => new Date(hours * 3_600_000);
  expect(sendingDayAt(null, 0, at(5))).toEqual({ from: at(5), count: 0 });
  expect(sendingDayAt(at(5), 7, at(28.9))).toEqual({ from: at(5), count: 7 });
  expect(sendingDayAt(at(5), 7, at(29))).toEqual({ from: at(29), count: 0 });
  // The clock of a sandbox was set back.
  expect(sendingDayAt(at(29), 7, at(5))).toEqual({ from: at(5), count: 0 });
});
