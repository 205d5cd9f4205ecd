import { expect, test } from 'vitest';
import { nextSpan, setSpan, setWorkingDay } from './working-hours.ts';

test('a working day begins with usual hours and ends with all of its spans', () => {
  const hours = setWorkingDay([], 1, true);
  expect(hours).toEqual([{ day: 1, from: '09:00', to: '17:00' }]);
  expect(setWorkingDay([...hours, nextSpan(hours[0] ?? { day: 1, from: '', to: '00:00' })], 1, false)).toEqual([]);
});

test('one span changes', () => {
  const hours = [...setWorkingDay([], 1, true), ...setWorkingDay([], 2, true)];
  expect(setSpan(hours, 1, { to: '12:00' })).toEqual([hours[0], { day: 2, from: '09:00', to: '12:00' }]);
});

test.each([
  ['12:30', '13:00', '15:00'],
  ['20:00', '21:00', '23:00'],
  ['21:00', '06:00', '08:00'],
])('after %s: from %s to %s', (to, from, until) => {
  expect(nextSpan({ day: 3, from: '09:00', to })).toEqual({ day: 3, from, to: until });
});
