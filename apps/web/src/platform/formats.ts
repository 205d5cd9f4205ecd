/** How a region writes dates, times and numbers, in texts of the interface's language. */
export type RegionFormats = {
  /** For dates: names in the interface's language, the order of the region. */
  dates: string;
  /** For counts: separators of the region, plural rules of the interface's language. */
  counts: string;
  /** For amounts of money: separators, and the place of the sign. */
  money: string;
  /** Undefined: the clock of `dates`. */
  hourCycle?: 'h12' | 'h23' | undefined;
  /** 0 is Sunday. */
  firstWeekday: number;
};

let current: RegionFormats | null | undefined;
let language = 'en';

/** Sets the language that formats of the browser are in. */
export function setFormatLanguage(next: string): void {
  language = next;
}

/** The language of the page. */
export function pageLanguage(): string {
  return language;
}

/** The page's language with the region that the browser has for it: `de-AT`. */
export function pageLocale(): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language.split('-')[0]) ?? language;
}

/** Texts in a row, with the comma of the page's language: `Ana, Ben`. */
export function listText(texts: readonly (string | false | null | undefined)[]): string {
  return texts.join(language === 'ar' ? '، ' : ', ');
}

/** Sets how dates, times and numbers are written; without formats as the browser does. */
export function setFormats(formats: RegionFormats | null | undefined): void {
  current = formats;
}

/** Until those of the user's region are known, formats of the browser in the page's language: the first screen does not wait. */
export function formatsInUse(): RegionFormats {
  current ??= formatsOfBrowser();
  return current;
}

function formatsOfBrowser(): RegionFormats {
  const locale = pageLocale();
  return { dates: locale, counts: locale, money: locale, firstWeekday: 1 };
}
