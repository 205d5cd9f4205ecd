import { getCountries } from 'libphonenumber-js';
import { describe, expect, test } from 'vitest';
import { mainTimeZoneOf } from '../core/country-zones.ts';
import { localTimeIn, recipientZone, spanOfLocalTime, timeZoneNames, zoneTimes } from '../core/recipient-time.ts';
import { nextOpening } from './pacing.ts';

describe('the zone of a recipient', () => {
  test('every country of phone numbers has a main time zone that exists', () => {
    for (const country of getCountries()) {
      const zone = mainTimeZoneOf(country);
      expect(zone, country).not.toBeNull();
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone ?? '?' }), country).not.toThrow();
    }
  });

  test.each([
    ['442079460000', undefined, 'Europe/London'],
    ['12125550100', undefined, 'America/New_York'],
    ['16045550100', undefined, 'America/Toronto'],
    ['77012345678', undefined, 'Asia/Almaty'],
    ['819012345678', ' Pacific/Auckland ', 'Pacific/Auckland'],
    ['819012345678', 'at home', 'Asia/Tokyo'],
    ['999123456789', undefined, null],
    [null, undefined, null],
  ])('of %s with %s is %s', (phone, own, zone) => expect(recipientZone(phone, own)).toBe(zone));

  test('names that a field may hold are all accepted', () =>
    expect(timeZoneNames.filter((name) => recipientZone(null, name) !== name)).toEqual([]));
});

describe('when a zone is due', () => {
  const at = (local: string, clock: string, passed: 'now' | 'next_day' = 'next_day') =>
    zoneTimes({ local, passed, accountZone: 'Europe/London', clock: new Date(clock) });

  test('each at the same time of its own clock', () => {
    const times = at('2026-11-30T09:00', '2026-11-29T00:00:00.000Z');
    expect(times('Asia/Tokyo').at.toISOString()).toBe('2026-11-30T00:00:00.000Z');
    expect(times('America/New_York').at.toISOString()).toBe('2026-11-30T14:00:00.000Z');
    expect(times('Asia/Tokyo')).toMatchObject({ passed: false, clockChange: null });
  });

  test('whose time has passed is due at once, or the next day', () => {
    const clock = '2026-11-30T08:00:00.000Z';
    expect(at('2026-11-30T09:00', clock, 'now')('Asia/Tokyo')).toMatchObject({ at: new Date(clock), passed: true });
    const next = at('2026-11-30T09:00', clock)('Asia/Tokyo');
    expect(next).toMatchObject({ at: new Date('2026-12-01T00:00:00.000Z'), passed: true });
    expect(at('2026-11-30T09:00', clock)('Europe/London')).toMatchObject({ passed: false });
  });

  test('clock changes are named', () => {
    const spring = at('2027-03-28T02:30', '2027-03-27T00:00:00.000Z');
    expect(spring('Europe/Berlin')).toMatchObject({
      at: new Date('2027-03-28T01:30:00.000Z'),
      clockChange: 'skipped',
    });
    expect(spring('Asia/Tokyo').clockChange).toBeNull();
    const autumn = at('2026-10-25T02:30', '2026-10-24T00:00:00.000Z');
    expect(autumn('Europe/Berlin')).toMatchObject({
      at: new Date('2026-10-25T00:30:00.000Z'),
      clockChange: 'repeated',
    });
  });

  test('all zones are within the span of a local time', () => {
    const local = localTimeIn('Europe/London', new Date('2026-11-30T09:00:00.000Z'));
    const { first, last } = spanOfLocalTime(local);
    const times = at(local, '2026-11-28T00:00:00.000Z');
    for (const zone of timeZoneNames) {
      const due = times(zone).at.getTime();
      expect(due, zone).toBeGreaterThanOrEqual(first.getTime());
      expect(due, zone).toBeLessThanOrEqual(last.getTime());
    }
  });
});

describe('the next opening of sending hours', () => {
  const hours = { from: '09:00', to: '20:00' };
  test.each([
    ['2026-11-30T07:00:00.000Z', 'Europe/Berlin', '2026-11-30T08:00:00.000Z'],
    ['2026-11-30T20:00:00.000Z', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
    ['2026-11-30T12:00:00.000Z', 'Asia/Tokyo', '2026-12-01T00:00:00.000Z'],
  ])('at %s in %s is %s', (now, zone, opening) =>
    expect(nextOpening(hours, zone, new Date(now)).toISOString()).toBe(opening),
  );
});
