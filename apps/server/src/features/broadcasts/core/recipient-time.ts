import { clockChangeAt, type DayTime, dayAfter, dayTimeIn, momentIn } from '@parley/contract/local-time';
import type { CampaignSchedule } from '@parley/contract/types';
import { countryOf } from '../../reports/public.ts';
import { mainTimeZoneOf } from './country-zones.ts';

/** What decides when each recipient's turn is. */
export type RecipientTimes = {
  /** The local time of every recipient, as `2026-11-30T09:00`. */
  local: string;
  passed: NonNullable<CampaignSchedule['recipient_zone']>['passed'];
  /** For recipients whose zone is unknown. */
  accountZone: string;
  /** Now by the channel's clock. */
  clock: Date;
};

/** The clocks that show a day first are this far ahead of UTC, the last ones that far behind. */
const [firstZoneMs, lastZoneMs] = [14 * 3_600_000, 12 * 3_600_000];

/** A local time as it is stored. */
export function localTimeIn(zone: string, at: Date): string {
  const { day, time } = dayTimeIn(zone, at.getTime());
  return `${day}T${time}`;
}

/** Between these moments the clocks of all zones show a local time. */
export function spanOfLocalTime(local: string): { first: Date; last: Date } {
  const atMs = Date.parse(`${local}:00.000Z`);
  return { first: new Date(atMs - firstZoneMs), last: new Date(atMs + lastZoneMs) };
}

/** The zone of a recipient; null when it is unknown. @param own the value of the contact's field, if one is chosen */
export function recipientZone(phoneNumber: string | null, own: string | undefined): string | null {
  if (own !== undefined && isTimeZone(own.trim())) return own.trim();
  if (phoneNumber === null) return null;
  const area = phoneNumber.slice(0, 4);
  const known = zoneOfArea.get(area);
  if (known !== undefined) return known;
  const zone = mainTimeZoneOf(countryOf(area, phoneNumber));
  zoneOfArea.set(area, zone);
  return zone;
}
const zoneOfArea = new Map<string, string | null>();

/** All names that a field of contacts may hold. */
export const timeZoneNames: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
const knownZones = new Set(timeZoneNames);
function isTimeZone(name: string): boolean {
  return knownZones.has(name);
}

export type ZoneTime = {
  at: Date;
  /** Its time had passed: it is sent at once, or a day later. */
  passed: boolean;
  clockChange: 'skipped' | 'repeated' | null;
};

/** When the recipients of each zone are due; each zone is computed once. */
export function zoneTimes({ local, passed, clock }: RecipientTimes): (zone: string) => ZoneTime {
  const known = new Map<string, ZoneTime>();
  return (zone) => {
    const made = known.get(zone) ?? zoneTime(zone, dayTimeOf(local), passed, clock);
    known.set(zone, made);
    return made;
  };
}

function zoneTime(zone: string, local: DayTime, choice: RecipientTimes['passed'], clock: Date): ZoneTime {
  const at = momentIn(zone, local) ?? clock.getTime();
  if (at >= clock.getTime()) return { at: new Date(at), passed: false, clockChange: clockChangeAt(zone, local) };
  if (choice === 'now') return { at: clock, passed: true, clockChange: null };
  const today = dayTimeIn(zone, clock.getTime()).day;
  for (const day of [today, dayAfter(today), dayAfter(today, 2)]) {
    const next = momentIn(zone, { ...local, day });
    if (next === null || next < clock.getTime()) continue;
    return { at: new Date(next), passed: true, clockChange: clockChangeAt(zone, { ...local, day }) };
  }
  return { at: clock, passed: true, clockChange: null };
}

function dayTimeOf(local: string): DayTime {
  const [day = '', time = ''] = local.split('T');
  return { day, time };
}
