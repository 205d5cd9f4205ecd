import type { Formats } from '@parley/contract/types';
import type { RegionFormats } from './formats.ts';
import { regionOfTag } from './region-of-tag.ts';

/*
 * Browsers know the formats of few regions in another language than the region's own, so each is derived from the
 * region's main language.
 */

const weekdays = { sun: 0, mon: 1, sat: 6 } as const;

/** Languages with the plural rules of English, by their separators of thousands and decimals. */
const countLocales: Readonly<Record<string, string>> = {
  ',.': 'en-US',
  '.,': 'de-DE',
  ' ,': 'sv-SE',
  '’.': 'de-CH',
};

/** The region of the browser's language: `de-DE` → DE. */
export function browserRegion(): string {
  return regionOfTag(navigator.language) ?? 'US';
}

/** What a user chose; what they did not as the region, and the region as the browser. @param language the interface's */
export function formatsOf(language: string, { region, hour_format, week_start }: Formats): RegionFormats {
  const found = formatsOfRegion(language, region ?? browserRegion());
  return {
    ...found,
    hourCycle:
      hour_format !== null ? cycleOf(hour_format === '12') : region === null ? browserHours() : found.hourCycle,
    ...(week_start !== null && { firstWeekday: weekdays[week_start] }),
  };
}

/** A browser may follow the clock of the operating system. */
const browserHours = () => hoursOf(undefined);

const cycleOf = (hour12: boolean | undefined) => (hour12 ? 'h12' : 'h23');
const hoursOf = (locale: string | undefined) =>
  cycleOf(new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12);

/** @param language the interface's @param region a country code */
export function formatsOfRegion(language: string, region: string): Required<RegionFormats> {
  const own = localeOfRegion(region);
  return {
    dates: datesOf(language, region, own),
    counts: language === 'en' ? countsOf(own) : datesOf(language, region, own),
    // Digits as in the rest of the interface.
    money: `${own}-u-nu-latn`,
    hourCycle: hoursOf(own),
    firstWeekday: firstWeekdayOf(own),
  };
}

/** The region's main language with the region: `FR` → `fr-FR`. */
function localeOfRegion(region: string): string {
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  return `${language}-${region}`;
}

function datesOf(language: string, region: string, own: string): string {
  const wanted = `${new Intl.Locale(language).language}-${region}`;
  const isKnown = new Intl.DateTimeFormat(wanted).resolvedOptions().locale === wanted;
  // The calendar and the digits of the rest of the interface.
  if (language !== 'en') return `${isKnown ? wanted : language}-u-ca-gregory-nu-latn`;
  if (isKnown) return wanted;
  return isMonthFirst(own) ? 'en-US' : 'en-GB';
}

function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { calendar: 'gregory' }).formatToParts(new Date(2027, 7, 31));
  return parts.find(({ type }) => type === 'day' || type === 'month' || type === 'year')?.type === 'month';
}

function countsOf(own: string): string {
  const parts = new Intl.NumberFormat(`${own}-u-nu-latn`).formatToParts(12_345_678.9);
  const one = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const digits = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  // 1,23,45,678: lakhs.
  if (digits.length === 4) return 'en-IN';
  return countLocales[one('group').replace(/\s/u, ' ').replace("'", '’') + one('decimal')] ?? 'en-US';
}

/** The weekday a week begins with where a locale is used; 0 is Sunday. */
function firstWeekdayOf(tag: string): number {
  const locale = new Intl.Locale(tag).maximize() as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}
