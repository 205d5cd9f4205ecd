/** Monday first. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/**
 * Open from `from` until `to`, `HH:MM` on the clock of the zone; `to` may be `24:00`. A `to` before `from` is of the next
 * day: `21:00` until `02:00`.
 */
export type OpeningRange = { from: string; to: string };

/**
 * When the team is available. A day without ranges is closed; a holiday is closed whatever its weekday. A range belongs to
 * the day on which it begins: a night that begins before a holiday is open to its end.
 */
export type WorkingHours = {
  /** IANA name, as `Europe/London`. */
  time_zone: string;
  days: Record<Weekday, OpeningRange[]>;
  /** `date` as `2026-12-25`, by the zone's calendar. */
  holidays: { date: string; name: string }[];
};

/** The hours of a business, on the clock of its account. */
export type BusinessHours = Omit<WorkingHours, 'time_zone'>;

/** A channel without working hours has those of the business. */
export function hoursOfChannel(
  { working_hours: own }: { working_hours: WorkingHours | null },
  { working_hours: business, time_zone }: { working_hours: BusinessHours | null; time_zone: string },
): WorkingHours | null {
  return own ?? (business === null ? null : { ...business, time_zone });
}

/** Whether it is open, and when that next changes within two weeks; null: not within them. */
export type Opening = { open: boolean; changesAtMs: number | null };

const dayMs = 86_400_000;
const minuteMs = 60_000;
const daysAhead = 14;

/** @param atMs milliseconds since 1970 */
export function openingAt(hours: WorkingHours, atMs: number): Opening {
  const { spans, endMs } = spansAround(hours, atMs, -1, daysAhead);
  const open = isIn(spans, atMs);
  const moments = spans.flat().filter((momentMs) => momentMs > atMs && momentMs < endMs);
  // Nothing changes where one range ends as the next begins.
  const changesAtMs = moments.sort((a, b) => a - b).find((momentMs) => isIn(spans, momentMs) !== open) ?? null;
  return { open, changesAtMs };
}

/**
 * Since when it has been closed at a moment, at most two weeks before it; null while it is open.
 * @param atMs milliseconds since 1970
 */
export function closedSince(hours: WorkingHours, atMs: number): number | null {
  const { spans } = spansAround(hours, atMs, -daysAhead - 1, 0);
  if (isIn(spans, atMs)) return null;
  return Math.max(atMs - daysAhead * dayMs, ...spans.map(([, endsMs]) => endsMs).filter((endsMs) => endsMs <= atMs));
}

type Spans = (readonly [beginsMs: number, endsMs: number])[];

const isIn = (spans: Spans, momentMs: number) =>
  spans.some(([beginsMs, endsMs]) => beginsMs <= momentMs && momentMs < endsMs);

/** The ranges that begin on days around a moment, and the end of the last of these days. */
function spansAround(hours: WorkingHours, atMs: number, from: number, to: number): { spans: Spans; endMs: number } {
  const zone = zoneOf(hours.time_zone);
  const today = zone.dateOf(atMs);
  const spans = Array.from({ length: to - from + 1 }, (_, at) => today + (from + at) * dayMs).flatMap((date) =>
    rangesOn(hours, date).map((range) => {
      const lastDay = isOvernight(range) ? date + dayMs : date;
      return [zone.at(date, minutesOf(range.from)), zone.at(lastDay, minutesOf(range.to))] as const;
    }),
  );
  return { spans, endMs: zone.at(today + (to + 1) * dayMs, 0) };
}

/** @param dateMs midnight of the date, as if it were UTC */
function rangesOn({ days, holidays }: WorkingHours, dateMs: number): readonly OpeningRange[] {
  const date = new Date(dateMs);
  const text = date.toISOString().slice(0, 10);
  if (holidays.some((holiday) => holiday.date === text)) return [];
  const weekday = weekdays[(date.getUTCDay() + 6) % 7];
  return weekday === undefined ? [] : days[weekday];
}

/** Whether it ends on the day after. */
export function isOvernight({ from, to }: OpeningRange): boolean {
  return minutesOf(to) < minutesOf(from);
}

/** Minutes since midnight of `HH:MM`. */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

type Zone = {
  /** Midnight of the date in the zone's calendar, as if it were UTC. */
  dateOf(atMs: number): number;
  /** The moment at which the zone's clock shows these minutes of a date. */
  at(dateMs: number, minutes: number): number;
};

/** The clock of a time zone. */
export function zoneOf(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  /** The zone's calendar and clock, as if they were UTC. */
  const shownAt = (atMs: number) => {
    const parts = format.formatToParts(atMs);
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  };
  return {
    dateOf: (atMs) => Math.floor(shownAt(atMs) / dayMs) * dayMs,
    at(dateMs, minutes) {
      const wanted = dateMs + minutes * minuteMs;
      // Twice, because the first guess may be on the other side of a clock change.
      const guess = wanted - (shownAt(wanted) - wanted);
      return wanted - (shownAt(guess) - guess);
    },
  };
}
