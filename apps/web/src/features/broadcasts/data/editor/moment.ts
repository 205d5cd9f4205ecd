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
export function momentIn(zone: string, { day, time }: DayTime): number | null {
  const asIfUtc = Date.parse(`${day}T${time}:00.000Z`);
  if (Number.isNaN(asIfUtc)) return null;
  const offsetAt = (atMs: number) => {
    const shown = dayTimeIn(zone, atMs);
    return Date.parse(`${shown.day}T${shown.time}:00.000Z`) - Math.floor(atMs / 60_000) * 60_000;
  };
  const dayMs = 86_400_000;
  const before = asIfUtc - offsetAt(asIfUtc - dayMs);
  const after = asIfUtc - offsetAt(asIfUtc + dayMs);
  return [before, after].find((atMs) => asIfUtc - offsetAt(atMs) === atMs) ?? before;
}

const hourMs = 3_600_000;

/** The first full hour at least half an hour away, suggested for a scheduled start. */
export function nextHour(nowMs: number): string {
  return new Date(Math.ceil((nowMs + hourMs / 2) / hourMs) * hourMs).toISOString();
}
