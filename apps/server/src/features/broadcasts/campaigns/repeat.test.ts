import { anniversariesOn, nextOccurrence, occurrencesBetween } from '@parley/contract/broadcast-repeat';
import { expect, test } from 'vitest';

const after = (at: string) => Date.parse(at);
const zone = 'Europe/Berlin';

test('weekly: the next of its days, and not the moment itself', () => {
  const repeat = { every: 'week' as const, days: [1, 4], time: '09:00' };
  // 27 November 2026 is a Friday.
  expect(nextOccurrence(repeat, zone, after('2026-11-27T12:00:00.000Z'))?.at).toBe('2026-11-30T08:00:00.000Z');
  expect(nextOccurrence(repeat, zone, after('2026-11-30T08:00:00.000Z'))?.at).toBe('2026-12-03T08:00:00.000Z');
});

test('monthly: in shorter months the last day', () => {
  const span = { fromMs: after('2027-01-01T00:00:00.000Z'), toMs: after('2027-05-01T00:00:00.000Z') };
  const days = occurrencesBetween({ every: 'month', day: 31, time: '10:00' }, zone, span).map(({ local }) => local.day);
  expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
});

test('a time that a clock change skips becomes the next one, and of one that comes twice the first counts', () => {
  const repeat = { every: 'date' as const, field: 'Birthday', time: '02:30' };
  expect(nextOccurrence(repeat, zone, after('2027-03-28T00:00:00.000Z'))?.at).toBe('2027-03-28T01:30:00.000Z');
  expect(nextOccurrence(repeat, zone, after('2027-10-30T22:30:00.000Z'))?.at).toBe('2027-10-31T00:30:00.000Z');
  expect(nextOccurrence(repeat, zone, after('2027-10-31T00:30:00.000Z'))?.at).toBe('2027-11-01T01:30:00.000Z');
});

test('29 February falls on 28 February in other years', () => {
  expect(anniversariesOn('2027-02-28')).toEqual(['02-28', '02-29']);
  expect(anniversariesOn('2028-02-28')).toEqual(['02-28']);
  expect(anniversariesOn('2028-02-29')).toEqual(['02-29']);
});
