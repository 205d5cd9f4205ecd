import type { CallSettings, CallSettingsBody, WorkingHours } from '@parley/contract/types';
import type { CALL_DAYS, CallHours } from '@parley/whatsapp-client';
import { requireOutcome } from './outcome-errors.ts';
import type { Reached } from './reach.ts';

type Days = WorkingHours['days'];

/** WhatsApp's day ends at 23:59. */
const lastMinute = '23:59';

const dayNames = { mon: 'MONDAY', tue: 'TUESDAY', wed: 'WEDNESDAY', thu: 'THURSDAY', fri: 'FRIDAY' } as const;
const weekdays = { ...dayNames, sat: 'SATURDAY', sun: 'SUNDAY' } as const;

export async function readCalling({ client, number }: Reached): Promise<CallSettings> {
  const { calling } = requireOutcome(await client.getNumberSettings(number), 'calling');
  const { enabled, iconShown, asksCallback, hours } = calling;
  return {
    enabled,
    icon_shown: iconShown,
    asks_callback: asksCallback,
    hours: hours?.enabled ? { time_zone: hours.timeZone, days: daysOf(hours) } : null,
    exceptions: hours?.enabled ? stillAhead(hours).length : 0,
  };
}

/** @throws AppError of `requireOutcome`, naming the first field that was given */
export async function changeCalling(reached: Reached, body: CallSettingsBody): Promise<void> {
  const { client, number } = reached;
  const [field = 'enabled'] = Object.keys(body);
  const hours = body.hours === undefined ? undefined : await hoursWith(reached, body.hours);
  const change = {
    enabled: body.enabled,
    iconShown: body.icon_shown,
    asksCallback: body.asks_callback,
    hours,
  };
  if (Object.values(change).every((value) => value === undefined)) return;
  requireOutcome(await client.setCalling({ ...number, change }), field);
}

/**
 * Hours are replaced as a whole, so the days with other hours are passed back, without those that are over, which
 * WhatsApp refuses. Undefined: there is nothing to turn off.
 */
async function hoursWith(
  { client, number }: Reached,
  hours: CallSettingsBody['hours'],
): Promise<CallHours | undefined> {
  const known = requireOutcome(await client.getNumberSettings(number), 'hours').calling.hours;
  const exceptions = known === null ? [] : stillAhead(known);
  if (hours == null) return known?.enabled ? { ...known, exceptions, enabled: false } : undefined;
  return { enabled: true, timeZone: hours.time_zone, ranges: rangesOf(hours.days), exceptions };
}

function daysOf({ ranges }: CallHours): Days {
  const of = (day: (typeof CALL_DAYS)[number]) =>
    ranges
      .filter((range) => range.day === day)
      .map(({ from, to }) => ({ from, to: to === lastMinute ? '24:00' : to }))
      .sort((a, b) => a.from.localeCompare(b.from));
  return Object.fromEntries(Object.entries(weekdays).map(([key, day]) => [key, of(day)])) as Days;
}

function rangesOf(days: Days): CallHours['ranges'] {
  return Object.entries(weekdays).flatMap(([key, day]) =>
    days[key as keyof Days].map(({ from, to }) => ({ day, from, to: to === '24:00' ? lastMinute : to })),
  );
}

function stillAhead({ exceptions, timeZone }: CallHours): CallHours['exceptions'] {
  const today = todayIn(timeZone);
  return exceptions.filter(({ date }) => date >= today);
}

/** As `2026-12-25`. A zone that this system does not know counts as UTC. */
function todayIn(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).format();
  } catch {
    return new Date().toISOString().slice(0, 10);
  }
}
