import { describe, expect, test } from 'vitest';
import { closedSince, openingAt, type WorkingHours } from './opening.ts';
import { workingHours } from './working-hours.ts';

const shop: WorkingHours = {
  time_zone: 'Europe/London',
  days: {
    mon: [
      { from: '09:00', to: '12:30' },
      { from: '13:30', to: '17:00' },
    ],
    tue: [{ from: '09:00', to: '17:00' }],
    wed: [{ from: '09:00', to: '17:00' }],
    thu: [{ from: '09:00', to: '17:00' }],
    fri: [{ from: '20:00', to: '24:00' }],
    sat: [{ from: '00:00', to: '02:00' }],
    sun: [],
  },
  holidays: [{ date: '2026-12-01', name: 'Stocktaking' }],
};
const always: WorkingHours = {
  ...shop,
  days: Object.fromEntries(
    Object.keys(shop.days).map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
  ) as WorkingHours['days'],
  holidays: [],
};
const at = (hours: WorkingHours, time: string) => {
  const { open, changesAtMs } = openingAt(hours, Date.parse(time));
  return [open, changesAtMs === null ? null : new Date(changesAtMs).toISOString()];
};

describe('when it is open', () => {
  test.each([
    ['before the first range', shop, '2026-11-23T08:59:59Z', [false, '2026-11-23T09:00:00.000Z']],
    ['from its first moment', shop, '2026-11-23T09:00:00Z', [true, '2026-11-23T12:30:00.000Z']],
    ['in the pause of noon', shop, '2026-11-23T12:30:00Z', [false, '2026-11-23T13:30:00.000Z']],
    ['over midnight without a gap', shop, '2026-11-27T23:59:00Z', [true, '2026-11-28T02:00:00.000Z']],
    ['over a closed day', shop, '2026-11-28T02:00:00Z', [false, '2026-11-30T09:00:00.000Z']],
    ['on a holiday', shop, '2026-12-01T10:00:00Z', [false, '2026-12-02T09:00:00.000Z']],
    ['by the summer’s clock', shop, '2026-07-06T08:30:00Z', [true, '2026-07-06T11:30:00.000Z']],
    [
      'by another zone’s date',
      { ...shop, time_zone: 'Pacific/Auckland' },
      '2026-11-22T20:30:00Z',
      [true, '2026-11-22T23:30:00.000Z'],
    ],
    ['without an end', always, '2026-11-23T10:00:00Z', [true, null]],
    [
      'never',
      { ...shop, days: { ...always.days, ...Object.fromEntries(Object.keys(shop.days).map((day) => [day, []])) } },
      '2026-11-23T10:00:00Z',
      [false, null],
    ],
  ] as const)('%s', (_name, hours, time, wanted) => {
    expect(at(hours as WorkingHours, time)).toEqual(wanted);
  });

  test('on days with a clock change', () => {
    const night: WorkingHours = { ...shop, days: { ...shop.days, sun: [{ from: '01:30', to: '03:00' }] } };
    // In October half past one occurs twice, and the second one opens; in March it does not occur, and half past two
    // does.
    expect(at(night, '2026-10-25T00:00:00Z')).toEqual([false, '2026-10-25T01:30:00.000Z']);
    expect(at(night, '2026-03-29T02:30:00Z')).toEqual([false, '2026-03-30T08:00:00.000Z']);
    expect(at(night, '2026-03-29T01:45:00Z')).toEqual([true, '2026-03-29T02:00:00.000Z']);
  });
});

describe('hours over midnight', () => {
  const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  const bar: WorkingHours = {
    time_zone: 'Europe/Madrid',
    days: {
      ...none,
      fri: [{ from: '21:00', to: '02:00' }],
      sat: [{ from: '21:00', to: '02:00' }],
      sun: [{ from: '22:00', to: '00:00' }],
    },
    holidays: [],
  };
  // 27 November 2026 is a Friday; Madrid is an hour ahead of UTC in winter.
  test.each([
    ['before they begin', '2026-11-27T19:59:00Z', [false, '2026-11-27T20:00:00.000Z']],
    ['in the evening, until the next day', '2026-11-27T22:59:00Z', [true, '2026-11-28T01:00:00.000Z']],
    ['after midnight, of the day before', '2026-11-28T00:30:00Z', [true, '2026-11-28T01:00:00.000Z']],
    ['at their end', '2026-11-28T01:00:00Z', [false, '2026-11-28T20:00:00.000Z']],
    ['from Sunday until midnight', '2026-11-29T21:30:00Z', [true, '2026-11-29T23:00:00.000Z']],
  ])('%s', (_name, time, wanted) => expect(at(bar, time)).toEqual(wanted));

  test('a night that begins before a holiday is open to its end, and none begins on one', () => {
    const closed = { ...bar, holidays: [{ date: '2026-11-28', name: 'Renovation' }] };
    expect(at(closed, '2026-11-28T00:30:00Z')).toEqual([true, '2026-11-28T01:00:00.000Z']);
    expect(at(closed, '2026-11-28T22:00:00Z')).toEqual([false, '2026-11-29T21:00:00.000Z']);
  });

  test('on the nights when clocks change they end by the clock', () => {
    const late = { ...bar, days: { ...bar.days, sat: [{ from: '21:00', to: '04:00' }] } };
    // Six hours on the night to 28 March 2027, eight on that to 25 October 2026.
    expect(at(late, '2027-03-27T23:30:00Z')).toEqual([true, '2027-03-28T02:00:00.000Z']);
    expect(at(late, '2026-10-24T22:30:00Z')).toEqual([true, '2026-10-25T03:00:00.000Z']);
  });
});

test.each([
  ['while it is open', '2026-11-23T09:00:00Z', null],
  ['in the pause of noon', '2026-11-23T13:00:00Z', '2026-11-23T12:30:00.000Z'],
  ['over a weekend', '2026-11-30T08:59:00Z', '2026-11-28T02:00:00.000Z'],
  ['on a holiday', '2026-12-01T12:00:00Z', '2026-11-30T17:00:00.000Z'],
])('closed since: %s', (_name, time, since) => {
  const found = closedSince(shop, Date.parse(time));
  expect(found === null ? null : new Date(found).toISOString()).toBe(since);
});

describe('invalid working hours', () => {
  const problems = (hours: unknown) =>
    workingHours.safeParse(hours).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
  const monday = (...ranges: [from: string, to: string][]) => ({
    ...shop,
    days: { ...shop.days, mon: ranges.map(([from, to]) => ({ from, to })) },
  });

  test('typical ones are valid, and nights are', () => {
    expect(problems(shop)).toEqual([]);
    expect(problems(monday(['09:00', '12:00'], ['21:00', '02:00']))).toEqual([]);
    expect(problems(monday(['21:00', '00:00']))).toEqual([]);
  });
  test.each([
    ['a zone nobody knows', { ...shop, time_zone: 'Europe/Nowhere' }, 'time_zone'],
    ['a time that is none', monday(['9', '17:00']), 'days.mon.0.from'],
    ['a day of 25 hours', monday(['09:00', '25:00']), 'days.mon.0.to'],
    ['a beginning at the end of the day', monday(['24:00', '02:00']), 'days.mon.0.from'],
    ['a time after a night', monday(['21:00', '02:00'], ['23:00', '23:30']), 'days.mon.1.from'],
    ['a night into the next morning', monday(['21:00', '09:30']), 'days.tue.0.from'],
    [
      'a night from Sunday into Monday',
      { ...shop, days: { ...shop.days, sun: [{ from: '22:00', to: '10:00' }] } },
      'days.mon.0.from',
    ],
    ['an end at its beginning', monday(['09:00', '09:00']), 'days.mon.0.to'],
    ['two ranges over each other', monday(['09:00', '13:00'], ['12:00', '17:00']), 'days.mon.1.from'],
    ['ranges out of order', monday(['13:00', '17:00'], ['09:00', '12:00']), 'days.mon.1.from'],
    [
      'seven ranges',
      monday(...Array.from({ length: 7 }, (_, n) => [`0${n}:00`, `0${n}:30`] as [string, string])),
      'days.mon',
    ],
    ['a date that is none', { ...shop, holidays: [{ date: '2026-02-30', name: '' }] }, 'holidays.0.date'],
    ['a day twice', { ...shop, holidays: [shop.holidays[0], shop.holidays[0]] }, 'holidays.1.date'],
    ['a day missing', { ...shop, days: { ...shop.days, sun: undefined } }, 'days.sun'],
  ])('%s', (_name, hours, field) => {
    expect(problems(hours).map(([path]) => path)).toEqual([field]);
  });
});
