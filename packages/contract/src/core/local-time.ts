/** A day as `2026-11-24` and a time as `09:00`, as fields use them. */
export type DayTime = { day: string; time: string };

/** The local time of a time zone at a given time. @param zone an IANA name */
export function dayTimeIn(zone: string, atMs: number): DayTime {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(atMs);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` };
}

/**
 * Converts a local time of a zone to milliseconds since 1970; null for an invalid day or time. A time skipped by a
 * clock change becomes the one after it; of a repeated time the first is used.
 */
export function momentIn(zone: string, local: DayTime): number | null {
  const [first] = momentsIn(zone, local);
  return first ?? null;
}

/** How a clock change affects a local time: it is skipped that day, or comes twice; null: neither, or no valid time. */
export function clockChangeAt(zone: string, local: DayTime): 'skipped' | 'repeated' | null {
  const [first, second] = momentsIn(zone, local);
  if (first === undefined) return null;
  if (second !== undefined) return 'repeated';
  const shown = dayTimeIn(zone, first);
  return shown.day === local.day && shown.time === local.time ? null : 'skipped';
}

/** The moments at which clocks of a zone show a local time, the first first; of a skipped one the moment after it. */
function momentsIn(zone: string, { day, time }: DayTime): number[] {
  const asIfUtc = Date.parse(`${day}T${time}:00.000Z`);
  if (Number.isNaN(asIfUtc)) return [];
  const offsetAt = (atMs: number) => {
    const shown = dayTimeIn(zone, atMs);
    return Date.parse(`${shown.day}T${shown.time}:00.000Z`) - Math.floor(atMs / 60_000) * 60_000;
  };
  const dayMs = 86_400_000;
  const before = asIfUtc - offsetAt(asIfUtc - dayMs);
  const after = asIfUtc - offsetAt(asIfUtc + dayMs);
  const real = [...new Set([before, after])].filter((atMs) => asIfUtc - offsetAt(atMs) === atMs);
  return real.length > 0 ? real.sort((a, b) => a - b) : [before];
}

/** When a day of a zone begins, in RFC 3339; undefined for an invalid day. */
export function dayStart(zone: string, day: string): string | undefined {
  const atMs = momentIn(zone, { day, time: '00:00' });
  return atMs === null ? undefined : new Date(atMs).toISOString();
}

/** The day after, or so many days after, a day. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
