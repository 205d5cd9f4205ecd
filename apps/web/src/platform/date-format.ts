/**
 * A format for dates and times: words in the app's language, order and the 12 or 24 hours as the person's browser is set.
 * Making one costs a hundred times more than using it: keep it where many are written.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return new Intl.DateTimeFormat(locale, { ...options, hourCycle } as Intl.DateTimeFormatOptions);
}
