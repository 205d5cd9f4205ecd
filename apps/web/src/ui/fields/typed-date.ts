/** A calendar day as text, `2027-08-31`. */
export type Day = string;

/** Whether a language writes the day before the month. */
export function isDayFirst(language: string): boolean {
  const parts = new Intl.DateTimeFormat(language).formatToParts(new Date(2027, 7, 31));
  return parts.findIndex(({ type }) => type === 'day') < parts.findIndex(({ type }) => type === 'month');
}

/**
 * Parses a typed day: `31.8.2027`, `8/31/27` (in the order of the language), `2027-08-31`, `31 Aug 2027`.
 * @returns null when it is not a day
 */
export function readTypedDay(text: string, language: string): Day | null {
  const words = text
    .trim()
    .toLocaleLowerCase(language)
    .split(/[\s,./-]+/)
    .filter(Boolean);
  if (words.length !== 3) return null;
  const month = words.findIndex((word) => monthOf(word, language) !== null);
  if (month !== -1) {
    const [first, second] = words.filter((_, index) => index !== month).map(Number);
    return dayOf(second, monthOf(words[month] ?? '', language) ?? 0, first) ?? dayOf(first, month, second);
  }
  const [first, second, third] = words.map(Number);
  if (words[0]?.length === 4) return dayOf(first, second, third);
  return isDayFirst(language) ? dayOf(third, second, first) : dayOf(third, first, second);
}

function monthOf(word: string, language: string): number | null {
  if (!/\p{L}/u.test(word)) return null;
  const bare = word.replace(/\.$/, '');
  for (let month = 1; month <= 12; month++) {
    const name = new Intl.DateTimeFormat(language, { month: 'long' }).format(new Date(2027, month - 1, 1));
    if (bare.length >= 3 && name.toLocaleLowerCase(language).startsWith(bare)) return month;
  }
  return null;
}

function dayOf(year = Number.NaN, month = Number.NaN, day = Number.NaN): Day | null {
  const full = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const same = date.getUTCFullYear() === full && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.toISOString().slice(0, 10) : null;
}

/** A day as text: `31 Aug 2027`. */
export function writeDay(day: Day, language: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}
