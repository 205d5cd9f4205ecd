const made = new Map<string, Intl.DateTimeFormat>();
let hours: Pick<Intl.DateTimeFormatOptions, 'hourCycle'> | undefined;

/** The 12- or 24-hour clock of the user's browser. */
function hoursOfBrowser(): Pick<Intl.DateTimeFormatOptions, 'hourCycle'> {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === undefined ? {} : { hourCycle };
}

let zone: string | undefined;

/** Sets the time zone of all times; undefined: the device's. A zone that the browser does not know is ignored. */
export function setDisplayTimeZone(timeZone: string | undefined): void {
  try {
    zone = timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
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
 * A format for dates and times: texts in the app's language, order and clock of the user's browser, in the user's time
 * zone. Formats are cached: creating one costs a hundred times more than using it.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  hours ??= hoursOfBrowser();
  return formatOf(locale, { timeZone: zone, ...options, ...hours });
}

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format;
}
