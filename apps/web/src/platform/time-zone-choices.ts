import type { Choice } from './country-choices.ts';

/** The time zone of this machine. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** All time zones of the browser, as "Berlin, Europe · GMT+1", by offset from UTC. */
export function timeZoneChoices(language: string, now: Date): Choice[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), browserTimeZone(), 'UTC']);
  return [...zones]
    .map((zone) => ({ zone, offset: offsetMinutes(zone, now) }))
    .sort((one, other) => one.offset - other.offset || one.zone.localeCompare(other.zone))
    .map(({ zone }) => ({ value: zone, label: labelOf(zone, language, now) }));
}

function labelOf(zone: string, language: string, now: Date): string {
  const [area, ...places] = zone.replaceAll('_', ' ').split('/');
  const place = places.toReversed().join(', ');
  const name = place === '' ? area : `${place}, ${area}`;
  return `${name} · ${offsetName(zone, language, now)}`;
}

function offsetName(zone: string, language: string, now: Date): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'shortOffset' });
  return format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
}

/** Minutes east of Greenwich at a given time. */
export function offsetMinutes(zone: string, now: Date): number {
  const found = /GMT([+-])(\d{1,2})(?::(\d{2}))?/.exec(offsetName(zone, 'en', now));
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === '-' ? -minutes : minutes;
}
