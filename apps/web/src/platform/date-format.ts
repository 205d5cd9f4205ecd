import { formatsInUse } from './formats.ts';

const made = new Map<string, Intl.DateTimeFormat>();

let zone: string | undefined;

/** Sets the time zone of all times; without one the device's. A zone that the browser does not know is ignored. */
export function setDisplayTimeZone(timeZone: string | null | undefined): void {
  try {
    zone = !timeZone ? undefined : new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    zone = undefined;
  }
}

/** The day of a time in the time zone shown: `2026-11-20`. */
export function dayOf(moment: Date): string {
  if (zone !== undefined) {
    // The Canadian format starts with the year.
    return formatOf('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
  }
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/**
 * A format for dates and times: texts in the app's language, order and clock of the user's region, in the user's time
 * zone. Formats are cached: creating one costs a hundred times more than using it.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { dates, hourCycle } = formatsInUse();
  return formatOf(dates.startsWith(language) ? dates : language, { timeZone: zone, hourCycle, ...options });
}

/** At most this many texts are remembered for each format. */
const rememberedTexts = 2_000;
const written = new WeakMap<Intl.DateTimeFormat, Map<number, string>>();

/** Writes a time, or finds what was written for it before: an opened conversation shows hundreds. */
export function writeDate(format: Intl.DateTimeFormat, at: Date): string {
  const known = written.get(format) ?? new Map<number, string>();
  written.set(format, known);
  const ms = at.getTime();
  const text = known.get(ms) ?? format.format(at);
  if (known.size >= rememberedTexts) known.clear();
  known.set(ms, text);
  return text;
}

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let format = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  // Hours of a 12-hour clock are written without a leading zero: `1:25 PM`.
  if (options.hour === '2-digit' && format.resolvedOptions().hour12)
    format = formatOf(locale, { ...options, hour: 'numeric' });
  made.set(key, format);
  return format;
}
