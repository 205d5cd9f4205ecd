import { afterEach, expect, test } from 'vitest';
import { dateFormat, dayOf, setDisplayTimeZone } from './date-format.ts';

afterEach(() => setDisplayTimeZone(undefined));

const evening = new Date('2026-11-20T21:30:00Z');
const hour = () => dateFormat('en', { hour: '2-digit', minute: '2-digit' }).format(evening);

test('times and days are in the chosen zone', () => {
  setDisplayTimeZone('Asia/Tokyo');
  expect([hour(), dayOf(evening)]).toEqual(['6:30 AM', '2026-11-21']);
  setDisplayTimeZone('America/New_York');
  expect([hour(), dayOf(evening)]).toEqual(['4:30 PM', '2026-11-20']);
});

test('a format’s own zone stays, and an unknown zone is ignored', () => {
  setDisplayTimeZone('Asia/Tokyo');
  expect(dateFormat('en', { day: 'numeric', timeZone: 'UTC' }).format(evening)).toBe('20');
  setDisplayTimeZone(undefined);
  const here = [hour(), dayOf(evening)];
  setDisplayTimeZone('Mars/Olympus');
  expect([hour(), dayOf(evening)]).toEqual(here);
});
