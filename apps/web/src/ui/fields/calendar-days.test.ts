import { describe, expect, test } from 'vitest';
import { addDays, addMonths, clampDay, isAllowed, weeksOfMonth } from './calendar-days.ts';

describe('days of a calendar', () => {
  test.each([
    ['2027-08-31', 1, '2027-09-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-01-01', -1, '2026-12-31'],
  ])('%s and %i days: %s', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
  });

  test.each([
    ['2027-08-31', 1, '2027-09-30'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-03-15', -12, '2026-03-15'],
    ['2027-01-31', -2, '2026-11-30'],
  ])('%s and %i months: %s', (day, count, expected) => {
    expect(addMonths(day, count)).toBe(expected);
  });

  test('weeks are whole and cover the month', () => {
    const weeks = weeksOfMonth('2027-08-15', 1);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(weeks[0]?.[0]).toBe('2027-07-26');
    expect(weeks.at(-1)?.at(-1)).toBe('2027-09-05');
    expect(weeksOfMonth('2027-08-15', 0)[0]?.[0]).toBe('2027-08-01');
  });

  test('a month of four weeks has four', () => {
    expect(weeksOfMonth('2027-02-01', 1)).toHaveLength(4);
  });

  test('limits hold', () => {
    expect(clampDay('2027-08-01', '2027-08-10', undefined)).toBe('2027-08-10');
    expect(clampDay('2027-08-20', undefined, '2027-08-10')).toBe('2027-08-10');
    expect(isAllowed('2027-08-10', '2027-08-10', '2027-08-10')).toBe(true);
    expect(isAllowed('2027-08-09', '2027-08-10', undefined)).toBe(false);
  });
});
