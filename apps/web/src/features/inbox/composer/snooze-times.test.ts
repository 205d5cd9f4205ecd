import { describe, expect, it } from 'vitest';
import { snoozeTime } from './snooze-times.ts';

describe('the times of a snooze', () => {
  it.each([
    ['tomorrow', '2026-11-21T09:00:00'],
    ['week', '2026-11-23T09:00:00'],
  ] as const)('%s after a Friday is %s', (choice, expected) => {
    const friday = new Date('2026-11-20T15:30:00').getTime();
    expect(new Date(snoozeTime(choice, friday))).toEqual(new Date(expected));
  });

  it('of a Monday is the next Monday', () => {
    expect(new Date(snoozeTime('week', new Date('2026-11-23T08:00:00').getTime()))).toEqual(
      new Date('2026-11-30T09:00:00'),
    );
  });
});
