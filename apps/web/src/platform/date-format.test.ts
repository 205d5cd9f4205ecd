import { afterEach, expect, test } from 'vitest';
import { dateFormat, dayOf, showTimesIn } from './date-format.ts';

afterEach(() => showTimesIn(undefined));

const evening = new Date('2026-11-20T21:30:00Z');
const hour = () => dateFormat('en', { hour: '2-digit', minute: '2-digit' }).format(evening);

test('times and days are those of the zone that was chosen', () => {
  showTimesIn('Asia/Tokyo');
  expect([hour(), dayOf(evening)]).toEqual([expect.stringContaining('06:30'), '2026-11-21']);
  showTimesIn('America/New_York');
  expect([hour(), dayOf(evening)]).toEqual([expect.stringMatching(/04:30|16:30/), '2026-11-20']);
});

test('a zone of a format’s own stays, and one that is unknown is none', () => {
  showTimesIn('Asia/Tokyo');
  expect(dateFormat('en', { day: 'numeric', timeZone: 'UTC' }).format(evening)).toBe('20');
  showTimesIn(undefined);
  const here = [hour(), dayOf(evening)];
  showTimesIn('Mars/Olympus');
  expect([hour(), dayOf(evening)]).toEqual(here);
});
