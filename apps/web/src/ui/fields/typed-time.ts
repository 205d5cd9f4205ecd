import { dateFormat } from '../../platform/date-format.ts';

/** A time of day as text, `14:30`; `24:00` ends a day. */
export type Time = string;

export type TimePart = 'hours' | 'minutes' | 'period';

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' };
const dayMinutes = 24 * 60;

/** Whether the user's times have am and pm. */
export function hasPeriods(language: string): boolean {
  return dateFormat(language, clock).resolvedOptions().hour12 === true;
}

/** A time as the user's other times are written: `14:30`, `2:30 pm`. An invalid one is unchanged. */
export function writeTime(time: Time, language: string): string {
  const at = Date.parse(`1970-01-01T${time}:00Z`);
  if (Number.isNaN(at) || (time === '24:00' && !hasPeriods(language))) return time;
  return dateFormat(language, clock).format(at).replaceAll(/\s/g, ' ');
}

const typedTime = /^(\d{1,2})(?:\s*[:.h\s]\s*(\d{2})|(\d{2}))?\s*h?\s*(?:([ap])\.?\s?(?:m\.?)?)?$/;

/** How a typed time is read. */
export type Reading = {
  /** Midnight is `24:00`. */
  endsDay?: boolean;
  /** The user's times have am and pm: without them `2:30` may be either. */
  periods?: boolean;
  /** The time in the field, which decides between am and pm outside the working day. */
  present?: Time;
};

/**
 * Parses a typed time: `14:30`, `1430`, `9`, `9.30`, `2:30 pm`, `2p`.
 * @returns null when it is not a time
 */
export function readTypedTime(text: string, { endsDay, periods, present = '' }: Reading = {}): Time | null {
  const [whole, first, second, third, period] = typedTime.exec(text.trim().toLowerCase()) ?? [];
  if (whole === undefined) return null;
  const [typed, minutes] = [Number(first), Number(second ?? third ?? 0)];
  const half = typed <= 12 ? period : undefined;
  const hours = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0);
  const read = hours * 60 + minutes;
  if (minutes > 59 || read > dayMinutes) return null;
  const total = periods && half === undefined && typed >= 1 && typed <= 12 ? likelyHalf(read, present) : read;
  if (total % dayMinutes === 0) return endsDay ? '24:00' : '00:00';
  return timeAt(total);
}

/** Of a time in the morning and the one twelve hours later: the one of the working day, or next to an evening or night. */
function likelyHalf(read: number, present: Time): number {
  const am = read % (dayMinutes / 2);
  const pm = am + dayMinutes / 2;
  const now = minutesOf(present);
  if (now === null || isOfWorkingDay(now)) return isOfWorkingDay(am) ? am : pm;
  const far = Math.abs(am - now);
  // Around midnight, so that 23:30 is next to 01:00.
  return Math.min(far, dayMinutes - far) <= dayMinutes / 4 ? am : pm;
}

function isOfWorkingDay(minutes: number): boolean {
  return minutes >= 7 * 60 && minutes < 19 * 60;
}

function minutesOf(time: Time): number | null {
  const [hours, minutes] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
}

/** Whether a typed text is a time already, which typing on does not make another one: `14:30`, and `2:30` with am or pm. */
export function isWholeTime(text: string, periods: boolean): boolean {
  const [, first = '', second, third, period] = typedTime.exec(text.trim().toLowerCase()) ?? [];
  if (period !== undefined) return true;
  // `123` may become `12:34`.
  const hasMinutes = second !== undefined || (third !== undefined && first.length === 2);
  return hasMinutes && (!periods || Number(first) > 12 || first === '00');
}

/** The parts of a written time, and their places. */
export function timeParts(text: string): { part: TimePart; from: number; to: number }[] {
  return [...text.matchAll(/\d+|[^\d\s:.]+/g)].map(({ 0: word, index }, at) => ({
    part: at === 0 ? 'hours' : at === 1 ? 'minutes' : 'period',
    from: index,
    to: index + word.length,
  }));
}

/** The part at the caret: the last one that begins before it. */
export function partAt(text: string, caret: number): TimePart {
  return timeParts(text).findLast(({ from }) => from <= caret)?.part ?? 'hours';
}

/** The next time in a part; minutes go in steps of five. */
export function stepTime(time: Time, part: TimePart, step: 1 | -1): Time {
  const [hours = 9, minutes = 0] = time === '' ? [] : time.split(':').map(Number);
  if (time === '') return timeAt(hours * 60);
  const size = { hours: 60, minutes: 5, period: dayMinutes / 2 }[part];
  const total = hours * 60 + minutes;
  if (part !== 'minutes') return timeAt(total + step * size);
  return timeAt((step === 1 ? Math.floor(total / size) + 1 : Math.ceil(total / size) - 1) * size);
}

/** Every half hour of a day. */
export const halfHours: readonly Time[] = Array.from({ length: 48 }, (_, at) => timeAt(at * 30));

function timeAt(total: number): Time {
  const minutes = (total + dayMinutes) % dayMinutes;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
