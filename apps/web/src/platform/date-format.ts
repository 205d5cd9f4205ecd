const made = new Map<string, Intl.DateTimeFormat>();
let hours: Pick<Intl.DateTimeFormatOptions, 'hourCycle'> | undefined;

/** The 12 or 24 hours the person's browser is set to. */
function hoursOfBrowser(): Pick<Intl.DateTimeFormatOptions, 'hourCycle'> {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === undefined ? {} : { hourCycle };
}

let zone: string | undefined;

/** From now on times are shown as they are there; undefined: as this device is set. One the browser does not know is left. */
export function showTimesIn(timeZone: string | undefined): void {
  try {
    zone = timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    zone = undefined;
  }
}

/** The day a moment falls on where times are shown: `2026-11-20`. */
export function dayOf(moment: Date): string {
  if (zone !== undefined) {
    // Canada writes the year first.
    return formatOf('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
  }
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/**
 * A format for dates and times: words in the app's language, order and hours as the person's browser is set,
 * in the person's own time zone.
 * Making one costs a hundred times more than using it, so each is made once.
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
