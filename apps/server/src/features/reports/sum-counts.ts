import type { Report } from '@parley/contract/types';
import type { CountRow } from './counts-query.ts';
import { addDays, countDays, type Days, type Step, startOf, startsOf, weekdayOf } from './days.ts';

type Counts = { received: number; sent: number; opened: number };

const none = (): Counts => ({ received: 0, sent: 0, opened: 0 });

function add(to: Counts | undefined, row: Counts): void {
  if (to === undefined) return;
  to.received += row.received;
  to.sent += row.sent;
  to.opened += row.opened;
}

export function sumCounts(rows: readonly CountRow[]): Counts {
  const total = none();
  for (const row of rows) add(total, row);
  return total;
}

/** Zero for keys without rows. */
export function sumBy<K>(rows: readonly CountRow[], keys: readonly K[], keyOf: (row: CountRow) => K): Map<K, Counts> {
  const sums = new Map(keys.map((key) => [key, none()]));
  for (const row of rows) add(sums.get(keyOf(row)), row);
  return sums;
}

export function seriesOf(rows: readonly CountRow[], days: Days, step: Step): Report['series'] {
  const sums = sumBy(rows, startsOf(days, step), ({ day }) => startOf(day, step, days));
  return [...sums].map(([start, counts]) => ({ start, ...counts }));
}

export function busyOf(rows: readonly CountRow[], days: Days): Report['busy'] {
  const received = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const { day, hour, received: count } of rows) {
    const hours = received[weekdayOf(day)];
    if (hours !== undefined) hours[hour] = (hours[hour] ?? 0) + count;
  }
  const occurrences = new Array<number>(7).fill(0);
  for (let n = 0; n < countDays(days); n++) {
    const weekday = weekdayOf(addDays(days.from, n));
    occurrences[weekday] = (occurrences[weekday] ?? 0) + 1;
  }
  return { received, days: occurrences };
}
