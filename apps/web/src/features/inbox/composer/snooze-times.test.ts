import { describe, expect, it } from 'vitest';
import { snoozeChoices, snoozeTime } from './snooze-times.ts';

describe('the times of a snooze', () => {
  it.each([
    ['tomorrow', '2026-11-21T09:00:00'],
    ['week', '2026-11-23T09:00:00'],
  ] as const)('%s after a Friday is %s', (choice, expected) => {
    const friday = new Date('2026-11-20T15:30:00').getTime();
    expect(new Date(snoozeTime(choice, friday))).toEqual(new Date(expected));
  });

  it('are all different, whatever the weekday and the hour, and none is over', () => {
    for (let hour = 0; hour < 14 * 24; hour++) {
      for (const minute of [0, 30, 59]) {
        const now = new Date(2026, 10, 16, hour, minute).getTime();
        const times = snoozeChoices(now).map((choice) => snoozeTime(choice, now));
        expect(new Set(times).size, new Date(now).toString()).toBe(times.length);
        for (const time of times) expect(Date.parse(time)).toBeGreaterThan(now);
      }
    }
    expect(snoozeChoices(new Date(2026, 10, 22, 12).getTime()), 'a Sunday').toEqual(['hours', 'tomorrow']);
    expect(snoozeChoices(new Date(2026, 10, 23, 12).getTime())).toEqual(['hours', 'tomorrow', 'week']);
  });

  it('of a Monday is the next Monday', () => {
    expect(new Date(snoozeTime('week', new Date('2026-11-23T08:00:00').getTime()))).toEqual(
      new Date('2026-11-30T09:00:00'),
    );
  });
});
