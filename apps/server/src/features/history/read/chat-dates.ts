import { momentIn } from '@parley/contract/local-time';
import type { ChatSettings } from '@parley/contract/types';

/** The three numbers of a date in the order of the file, and hour, minute, second. */
export type WrittenTime = { date: readonly [number, number, number]; time: readonly [number, number, number] };

export type DateOrder = ChatSettings['date_order'];

/** Day, month and year of a written date; null when it is none in this order. */
export function readDate([a, b, c]: WrittenTime['date'], order: DateOrder): { y: number; m: number; d: number } | null {
  const [y, m, d] = order === 'year_first' ? [a, b, c] : order === 'month_first' ? [c, a, b] : [c, b, a];
  const year = y < 100 ? 2_000 + y : y;
  const real = new Date(Date.UTC(year, m - 1, d));
  return real.getUTCMonth() === m - 1 && real.getUTCDate() === d ? { y: year, m, d } : null;
}

/** @returns milliseconds since 1970; null when it is no date in this order */
export function momentOf(
  { date, time: [hour, minute, second] }: WrittenTime,
  order: DateOrder,
  zone: string,
): number | null {
  const read = readDate(date, order);
  if (read === null) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(read.y).padStart(4, '0')}-${two(read.m)}-${two(read.d)}`;
  const at = momentIn(zone, { day, time: `${two(hour)}:${two(minute)}` });
  return at === null ? null : at + second * 1_000;
}

/** Finds the order of day and month by all dates of a chat. */
export class OrderFinder {
  #yearFirst = false;
  #dayFirst = false;
  #monthFirst = false;
  #last: WrittenTime['date'] | null = null;
  /** How often a date would come before the one above it. */
  #back = { day_first: 0, month_first: 0 };

  add(date: WrittenTime['date'], separator: string): void {
    const [a, b] = date;
    if (a > 31) this.#yearFirst = true;
    else if (a > 12) this.#dayFirst = true;
    else if (b > 12) this.#monthFirst = true;
    // Nobody writes a month first with dots.
    if (separator === '.' && a <= 31) this.#dayFirst = true;
    const last = this.#last;
    this.#last = date;
    if (last === null) return;
    for (const order of ['day_first', 'month_first'] as const) {
      const [before, now] = [readDate(last, order), readDate(date, order)];
      if (before === null || now === null) continue;
      if (now.y * 10_000 + now.m * 100 + now.d < before.y * 10_000 + before.m * 100 + before.d) this.#back[order]++;
    }
  }

  /** @param usual the order of the account's country */
  find(usual: 'day_first' | 'month_first'): { order: DateOrder; certain: boolean } {
    if (this.#yearFirst) return { order: 'year_first', certain: true };
    if (this.#dayFirst !== this.#monthFirst)
      return { order: this.#dayFirst ? 'day_first' : 'month_first', certain: true };
    const { day_first, month_first } = this.#back;
    if (day_first === month_first) return { order: usual, certain: false };
    return { order: day_first < month_first ? 'day_first' : 'month_first', certain: true };
  }
}
