import { currentForm } from '@parley/contract/phone-forms';
import { parseTypedPhone } from '@parley/contract/phone-number';
import { plainNumber, plainText } from '@parley/contract/phone-text';
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** The phone library as the field uses it; a separate chunk, because it is large. */
export type ReadNumber = {
  /** E.164 digits without plus, as the API has them; null while it is no possible number. */
  digits: string | null;
  /** For reading, `+44 7700 900118`. */
  readable: string | null;
  country: string | null;
};

/** Parses a number in the national format of a country, or with its country code. */
export function readNumber(typed: string, country: string): ReadNumber {
  const digits = parseTypedPhone(typed, country);
  if (digits === null) {
    const begun = parsePhoneNumberFromString(plainNumber(typed), country as CountryCode);
    return { digits, readable: null, country: begun?.country ?? null };
  }
  const number = parsePhoneNumberFromString(`+${digits}`);
  // Of several countries with one code the library does not know all numbers apart: then it is the one that is shown.
  const shown = number?.getPossibleCountries().find((one) => one === country);
  return {
    digits,
    readable: number?.formatInternational() ?? `+${digits}`,
    country: number?.country ?? shown ?? null,
  };
}

/**
 * The number of a contact in the national format of its country. Several countries share a code (+1, +44) and the
 * small metadata cannot always distinguish them: then the home country is assumed if possible.
 */
export function writeNational(digits: string, homeCountry: string): { typed: string; country: string | null } {
  const number = parsePhoneNumberFromString(`+${currentForm(digits)}`);
  const possible = number?.country ? [number.country] : (number?.getPossibleCountries() ?? []);
  const country = possible.find((one) => one === homeCountry) ?? possible[0];
  if (number === undefined || country === undefined) return { typed: `+${digits}`, country: null };
  return { typed: number.formatNational(), country };
}

/** Formats a number with the country's blanks and brackets while it is typed. */
export function shapeNumber(typed: string, country: string): string {
  // Only at the end of the text: changing the middle would move the caret.
  return new AsYouType(country as CountryCode).input(plainText(typed));
}

export function callingCodes(): { country: string; code: string }[] {
  return getCountries().map((country) => ({ country, code: getCountryCallingCode(country) }));
}
