const made = new Map<string, Intl.DateTimeFormat>();
let hours: Pick<Intl.DateTimeFormatOptions, 'hourCycle'> | undefined;

/** The 12 or 24 hours the person's browser is set to. */
function hoursOfBrowser(): Pick<Intl.DateTimeFormatOptions, 'hourCycle'> {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === undefined ? {} : { hourCycle };
}

/**
 * A format for dates and times: words in the app's language, order and hours as the person's browser is set.
 * Making one costs a hundred times more than using it, so each is made once.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  const key = locale + JSON.stringify(options);
  const known = made.get(key);
  if (known) return known;
  hours ??= hoursOfBrowser();
  const format = new Intl.DateTimeFormat(locale, { ...options, ...hours });
  made.set(key, format);
  return format;
}
