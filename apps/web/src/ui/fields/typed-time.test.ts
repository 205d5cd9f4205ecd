import { afterEach, describe, expect, test } from 'vitest';
import { setFormats } from '../../platform/formats.ts';
import { formatsOf } from '../../platform/regions.ts';
import {
  halfHours,
  hasPeriods,
  isWholeTime,
  partAt,
  readTypedTime,
  stepTime,
  timeParts,
  writeTime,
} from './typed-time.ts';

const formats = (region: string, hour_format: '12' | '24' | null = null) =>
  setFormats(formatsOf('en', { region, hour_format, week_start: null }));

afterEach(() => setFormats(undefined));

describe('a typed time', () => {
  test.each([
    ['14:30', '14:30'],
    ['1430', '14:30'],
    ['930', '09:30'],
    ['9', '09:00'],
    ['9h', '09:00'],
    ['9.30', '09:30'],
    [' 9 30 ', '09:30'],
    ['2:30 pm', '14:30'],
    ['2:30\u202fPM', '14:30'],
    ['2.30 p.m.', '14:30'],
    ['230pm', '14:30'],
    ['2p', '14:00'],
    ['12 am', '00:00'],
    ['12:15 pm', '12:15'],
    ['14:30 pm', '14:30'],
    ['24:00', '00:00'],
    ['24:01', null],
    ['25:00', null],
    ['9:75', null],
    ['9:5', null],
    ['soon', null],
    ['', null],
  ])('%s: %s', (text, expected) => {
    expect(readTypedTime(text)).toBe(expected);
  });

  test('midnight ends a day where a day ends', () => {
    for (const text of ['24:00', '0:00', '12 am']) expect(readTypedTime(text, { endsDay: true })).toBe('24:00');
  });

  test.each([
    ['2:30', '', '14:30'],
    ['02:30', '', '14:30'],
    ['230', '09:00', '14:30'],
    ['9', '', '09:00'],
    ['5', '09:00', '17:00'],
    ['7', '18:30', '07:00'],
    ['6:59', '12:00', '18:59'],
    ['12', '', '12:00'],
    ['12:15', '17:00', '12:15'],
    // A time of the evening or the night stays one.
    ['9', '22:00', '21:00'],
    ['11:30', '22:00', '23:30'],
    ['2', '22:00', '02:00'],
    ['6', '06:30', '06:00'],
    ['12', '23:00', '00:00'],
    ['7:30', '19:00', '19:30'],
    // One is meant.
    ['2:30 am', '14:00', '02:30'],
    ['14:30', '02:00', '14:30'],
    ['0:30', '14:00', '00:30'],
    ['00:30', '14:00', '00:30'],
    ['24:00', '14:00', '00:00'],
  ])('%s where times have am and pm, in place of "%s": %s', (text, present, expected) => {
    expect(readTypedTime(text, { periods: true, present })).toBe(expected);
  });

  test('12 without am or pm is the midnight that ends a late day', () => {
    expect(readTypedTime('12', { periods: true, present: '23:00', endsDay: true })).toBe('24:00');
    expect(readTypedTime('12', { periods: true, present: '24:00', endsDay: true })).toBe('24:00');
  });

  test('is whole when typing on makes no other time', () => {
    const whole = ['9', '143', '14:30', '1430', '2:30', '2:30 p', '2pm'].map((text) => [
      isWholeTime(text, false),
      isWholeTime(text, true),
    ]);
    expect(whole).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [true, true],
      [true, false],
      [true, true],
      [true, true],
    ]);
  });
});

describe('a time is written', () => {
  test('as the region and the choice of the user say', () => {
    formats('DE');
    expect([hasPeriods('en'), writeTime('14:30', 'en'), writeTime('24:00', 'en')]).toEqual([false, '14:30', '24:00']);
    formats('US');
    expect([hasPeriods('en'), writeTime('14:30', 'en')]).toEqual([true, '2:30 PM']);
    formats('DE', '12');
    expect(writeTime('09:05', 'en').toLowerCase()).toBe('9:05 am');
    expect(['', 'later'].map((text) => writeTime(text, 'en'))).toEqual(['', 'later']);
  });

  test('so that it is read again', () => {
    for (const region of ['DE', 'US', 'GB', 'IN', 'EG', 'JP']) {
      formats(region);
      expect(halfHours.map((time) => readTypedTime(writeTime(time, 'en')))).toEqual(halfHours);
    }
  });
});

describe('a part of a time', () => {
  test('is at the caret', () => {
    expect([0, 2, 3, 5, 6, 8].map((caret) => partAt('02:30 pm', caret))).toEqual([
      ...['hours', 'hours', 'minutes', 'minutes', 'period', 'period'],
    ]);
    expect(timeParts('02:30 pm').map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [3, 5],
      [6, 8],
    ]);
  });

  test.each([
    ['09:30', 'hours', 1, '10:30'],
    ['00:30', 'hours', -1, '23:30'],
    ['09:30', 'minutes', 1, '09:35'],
    ['09:32', 'minutes', 1, '09:35'],
    ['09:32', 'minutes', -1, '09:30'],
    ['23:58', 'minutes', 1, '00:00'],
    ['09:30', 'period', 1, '21:30'],
    ['24:00', 'hours', -1, '23:00'],
    ['', 'hours', 1, '09:00'],
  ] as const)('%s, %s, %d: %s', (time, part, step, expected) => {
    expect(stepTime(time, part, step)).toBe(expected);
  });
});
