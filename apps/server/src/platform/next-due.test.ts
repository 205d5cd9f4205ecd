import { describe, expect, it } from 'vitest';
import { nextDueAt } from './next-due.ts';

const at = (text: string) => new Date(text);
const next = (schedule: Parameters<typeof nextDueAt>[0], zone: string, last: string, after = last) =>
  nextDueAt(schedule, zone, at(last), at(after)).toISOString();

describe('the next time of a schedule', () => {
  it('counts hours from the last time, and leaves out those that passed', () => {
    const schedule = { every: 'hours', hours: 6 } as const;
    expect(next(schedule, 'UTC', '2026-03-01T02:15:00Z')).toBe('2026-03-01T08:15:00.000Z');
    expect(next(schedule, 'UTC', '2026-03-01T02:15:00Z', '2026-03-01T08:15:00Z')).toBe('2026-03-01T14:15:00.000Z');
    expect(next(schedule, 'UTC', '2026-03-01T02:15:00Z', '2026-03-04T00:00:00Z')).toBe('2026-03-04T02:15:00.000Z');
  });

  it('is a time on the clock of the account, also across a change of the clocks', () => {
    const daily = { every: 'day', at: '08:00' } as const;
    expect(next(daily, 'Europe/London', '2026-03-28T07:59:00Z')).toBe('2026-03-28T08:00:00.000Z');
    expect(next(daily, 'Europe/London', '2026-03-28T08:00:00Z')).toBe('2026-03-29T07:00:00.000Z');
    expect(next(daily, 'Asia/Kolkata', '2026-03-28T03:00:00Z')).toBe('2026-03-29T02:30:00.000Z');
  });

  it('is a day of the week where one is chosen', () => {
    const weekly = { every: 'week', day: 'mon', at: '09:30' } as const;
    expect(next(weekly, 'UTC', '2026-03-02T09:29:00Z')).toBe('2026-03-02T09:30:00.000Z');
    expect(next(weekly, 'UTC', '2026-03-02T09:30:00Z')).toBe('2026-03-09T09:30:00.000Z');
  });
});
