/** A day as `2026-11-24` and a time as `09:00`, as fields write them. */
export type DayTime = { day: string; time: string };

/** What clocks in a zone show at a moment. @param zone an IANA name */
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
 * The moment at which clocks in a zone show this, milliseconds since 1970; null for what is no day or time. Of a time that
 * the change of clocks leaves out the one after it, of one that comes twice the first.
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
