import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** Codes that several countries share, and whose most numbers are: these countries. */
const mainCountries: Readonly<Record<string, string>> = {
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '290': 'SH',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
};
const byCode = new Map(getCountries().map((country) => [String(getCountryCallingCode(country)), String(country)]));

/** Digits of which only the first are stored, as a number. */
export const sampleNumber = (digits: string) => `${digits}2345678`.slice(0, 11);

/**
 * The country of numbers that begin with these four digits.
 * @param sample one of the numbers: where countries share a code, its further digits decide
 * @returns its ISO code, `ZZ` for numbers of no country
 */
export function countryOf(area: string, sample: string): string {
  if (/^[17]/.test(area))
    return parsePhoneNumberFromString(`+${sample}`)?.country ?? (area.startsWith('1') ? 'US' : 'RU');
  for (const length of [3, 2]) {
    const code = area.slice(0, length);
    const country = mainCountries[code] ?? byCode.get(code);
    if (country !== undefined) return country;
  }
  return 'ZZ';
}
