import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** What the field learns from the library; a chunk of its own, for it is large. */
export type ReadNumber = {
  /** E.164 digits without plus, as the API has them; null while it is no possible number. */
  digits: string | null;
  /** For reading, `+44 7700 900118`. */
  readable: string | null;
  country: string | null;
};

/** Reads a number as people of a country write it, or with + and its country's code. */
export function readNumber(typed: string, country: string): ReadNumber {
  const number = parsePhoneNumberFromString(typed, country as CountryCode);
  if (!number?.isPossible()) return { digits: null, readable: null, country: number?.country ?? null };
  return {
    digits: number.number.slice(1),
    readable: number.formatInternational(),
    country: number.country ?? null,
  };
}

/**
 * The number of a contact as people of its country write it. Several countries share a code (+1, +44) and the small
 * metadata cannot always tell them apart: then it is taken for one of the home country when it may be that.
 */
export function writeNational(digits: string, homeCountry: string): { typed: string; country: string | null } {
  const number = parsePhoneNumberFromString(`+${digits}`);
  const possible = number?.country ? [number.country] : (number?.getPossibleCountries() ?? []);
  const country = possible.find((one) => one === homeCountry) ?? possible[0];
  if (number === undefined || country === undefined) return { typed: `+${digits}`, country: null };
  return { typed: number.formatNational(), country };
}

/** Blanks and brackets where people of the country put them, while it is typed. */
export function shapeNumber(typed: string, country: string): string {
  // Only at the end of what is typed: changing the middle would move the caret.
  return new AsYouType(country as CountryCode).input(typed);
}

export function callingCodes(): { country: string; code: string }[] {
  return getCountries().map((country) => ({ country, code: getCountryCallingCode(country) }));
}
