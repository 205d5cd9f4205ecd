import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import mobileExamples from 'libphonenumber-js/mobile/examples';

/** The phone library as the field uses it; a separate chunk, because it is large. */
export type ReadNumber = {
  /** E.164 digits without plus, as the API has them; null while it is no possible number. */
  digits: string | null;
  /** For reading, `+44 7700 900118`. */
  readable: string | null;
  country: string | null;
};

/** Parses a number in the national format of a country, or with + and its country code. */
export function readNumber(typed: string, country: string): ReadNumber {
  const number = parsePhoneNumberFromString(typed, country as CountryCode);
  if (!number?.isPossible() || isBeginning(typed, number.nationalNumber, country))
    return { digits: null, readable: null, country: number?.country ?? null };
  return {
    digits: number.number.slice(1),
    readable: number.formatInternational(),
    country: number.country ?? null,
  };
}

/**
 * Whether a national number is too short: in countries with numbers of many lengths the library accepts beginnings as
 * complete, such as `0151 777` in Germany. The server refuses them too.
 */
function isBeginning(typed: string, national: string, country: string): boolean {
  if (/^\s*(?:\+|00)/.test(typed)) return false;
  const least = Math.min(7, mobileExamples[country as CountryCode]?.length ?? 7);
  return national.replace(/^0+/, '').length < least;
}

/**
 * The number of a contact in the national format of its country. Several countries share a code (+1, +44) and the
 * small metadata cannot always distinguish them: then the home country is assumed if possible.
 */
export function writeNational(digits: string, homeCountry: string): { typed: string; country: string | null } {
  const number = parsePhoneNumberFromString(`+${digits}`);
  const possible = number?.country ? [number.country] : (number?.getPossibleCountries() ?? []);
  const country = possible.find((one) => one === homeCountry) ?? possible[0];
  if (number === undefined || country === undefined) return { typed: `+${digits}`, country: null };
  return { typed: number.formatNational(), country };
}

/** Formats a number with the country's blanks and brackets while it is typed. */
export function shapeNumber(typed: string, country: string): string {
  // Only at the end of the text: changing the middle would move the caret.
  return new AsYouType(country as CountryCode).input(typed);
}

export function callingCodes(): { country: string; code: string }[] {
  return getCountries().map((country) => ({ country, code: getCountryCallingCode(country) }));
}
