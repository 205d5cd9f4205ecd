import { digitsIn, plainNumber, plainText } from '@parley/contract/phone-text';
import {
  countriesFromCell,
  countryOfDigits,
  isAssigned,
  readAssigned,
  readInCountries,
  readPhone,
} from './phone-reader.ts';

/** A fix that many rows can share: `country:FR` reads them as numbers of France. */
export type PhoneFix = 'letters' | 'words' | 'first' | `country:${string}`;

export type PhoneProblem = { msg: string; suggestion: string | null; fix: PhoneFix | null };

const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;

/**
 * Numbers as programs write them that take them for quantities: 4.47700900123E11 still has all its digits.
 * @returns null for other texts
 */
function readScientific(written: string): { digits: string; isWhole: boolean } | null {
  const [, first, rest = '', exponent] = scientific.exec(written) ?? [];
  return first === undefined ? null : { digits: first + rest, isWhole: Number(exponent) === rest.length };
}

export type PhoneRules = {
  /** For numbers without a country code. */
  country: string;
  /** Put before numbers that cannot be read otherwise. */
  prefix: string | undefined;
  /** Other countries in the file: a number that is not assigned at home may be from one of them. */
  otherPhones: readonly string[];
};

/**
 * The number in a cell as E.164 digits, or what is wrong with it and what may be meant.
 * @param place a cell of the row that says which country the number is from, if there is one
 */
export function parsePhoneCell(written: string, account: PhoneRules, place?: string): string | PhoneProblem {
  const text = plainText(written).trim();
  const number = readScientific(text);
  if (number?.isWhole) return parsePhoneCell(number.digits, account, place);
  if (number !== null) {
    const msg = 'Rounded by a table program: its last digits are lost.';
    return { msg, suggestion: null, fix: null };
  }
  const named = place === undefined ? [] : countriesFromCell(place);
  const there = readInCountries(written, named);
  if (there !== null) return there;
  const rules = named[0] === undefined ? account : { ...account, country: named[0] };
  const digits = readPhone(written, rules.country);
  if (digits === null) {
    const prefixed =
      rules.prefix === undefined
        ? null
        : readPhone(`${rules.prefix}${digitsIn(text).replace(/^0+/, '')}`, rules.country);
    return prefixed ?? suggestPhone(text, rules);
  }
  if (rules.otherPhones.length === 0 || plainNumber(text).startsWith('+') || isAssigned(digits, rules.country))
    return digits;
  // It is possible at home but not assigned there; it may be assigned in another country of the file.
  return suggestForeignPhone(text, rules) ?? digits;
}

function suggestPhone(written: string, rules: PhoneRules): PhoneProblem {
  const unlettered = written.replaceAll(/[oO]/g, '0').replaceAll(/[Il|]/g, '1');
  const read = (text: string) => readPhone(text, rules.country);
  if (unlettered !== written && /\d/.test(written) && /^[\d\s().+-]+$/.test(unlettered)) {
    const meant = read(unlettered);
    if (meant !== null) return { msg: 'Letters in place of digits.', suggestion: `+${meant}`, fix: 'letters' };
  }
  const numbers = written.match(/\+?\(?\d[\d\s().-]{4,}\d/g) ?? [];
  const meant = numbers[0] === undefined ? null : read(numbers[0].trim());
  if (meant !== null && /[/;,&|]|:::|\b(?:or|and)\b/i.test(written))
    return { msg: 'Two numbers in one cell.', suggestion: `+${meant}`, fix: 'first' };
  if (meant !== null && numbers.length === 1)
    return { msg: 'Words beside the number.', suggestion: `+${meant}`, fix: 'words' };
  return (
    suggestForeignPhone(written, rules) ?? { msg: `${written} is not a phone number.`, suggestion: null, fix: null }
  );
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function suggestForeignPhone(written: string, { country, otherPhones: otherNumbers }: PhoneRules): PhoneProblem | null {
  if (!/^[\d\s().-]+$/.test(written)) return null;
  for (const other of otherNumbers) {
    const digits = readAssigned(written, other);
    if (digits === null) continue;
    const msg = `Not given out in ${countryNames.of(country) ?? country}. Is it from ${countryNames.of(other) ?? other}?`;
    return { msg, suggestion: `+${digits}`, fix: `country:${other}` };
  }
  return null;
}

const maxOtherCountries = 3;

/** The countries other than the file's own that its numbers with a country code are most often from. */
export function otherCountries(numbers: Iterable<string>, country: string): string[] {
  const counts = new Map<string, number>();
  for (const number of numbers) {
    const plain = plainNumber(number);
    const digits = plain.startsWith('+') ? digitsIn(plain) : '';
    const found = digits === '' ? null : countryOfDigits(digits);
    if (found !== null && found !== country) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxOtherCountries)
    .map(([name]) => name);
}
