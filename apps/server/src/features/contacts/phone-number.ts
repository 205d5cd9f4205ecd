import { AsYouType, type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import mobileExamples from 'libphonenumber-js/mobile/examples';

/**
 * E.164 digits without plus, from a typed number.
 * @param country ISO code of the account, for numbers written without a country code
 * @returns null when it is not a possible phone number
 */
export function parsePhone(input: string, country: string): string | null {
  const text = input.trim();
  const compact = text.replaceAll(/[\s().-]/g, '');
  const national = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  // Spaces, dashes and brackets without a plus are the national format of the account's country.
  if (!/^(?:\+|00|\d+$)/.test(text)) {
    const home = parsePhoneNumberFromString(text, national);
    if (home?.isValid() === true && isLongEnough(home.nationalNumber, home.country)) return home.number.slice(1);
  }
  // Bare digits are the API's own format for numbers and are equivalent to the same digits after a plus.
  for (const attempt of [compact.startsWith('+') ? compact : `+${compact.replace(/^00/, '')}`, text]) {
    const parsed = parsePhoneNumberFromString(attempt, national);
    if (parsed?.isPossible() !== true) continue;
    // A number with its country code is accepted as written.
    if (attempt !== text || text.startsWith('+') || isLongEnough(parsed.nationalNumber, national)) {
      return parsed.number.slice(1);
    }
  }
  return null;
}

/** The country of a number, ISO code; null when its digits do not say. */
export function phoneCountry(digits: string): string | null {
  return parsePhoneNumberFromString(`+${digits}`)?.country ?? null;
}

/**
 * The minimum number of digits of a national number: in countries with numbers of many lengths the library accepts
 * beginnings as complete, such as `0151 777` in Germany.
 */
export function leastDigits(country: string | undefined): number {
  const mobile = country === undefined ? undefined : mobileExamples[country as CountryCode];
  return Math.min(7, mobile?.length ?? 7);
}

function isLongEnough(national: string, country: string | undefined): boolean {
  return national.replace(/^0+/, '').length >= leastDigits(country);
}

/**
 * International digits for the beginning of a number in national format: `07700 90` in GB is `4477090`.
 * @returns null when the digits have no national interpretation
 */
export function withCountryCode(typed: string, country: string): string | null {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const reader = new AsYouType(home);
  reader.input(typed.replaceAll(/[^+\d]/g, ''));
  const digits = reader.getNumberValue()?.replaceAll(/\D/g, '') ?? '';
  return digits === '' ? null : digits;
}

/**
 * The key that all spellings of one WhatsApp number share. WhatsApp's ids use old forms: Brazilian mobiles without
 * their ninth digit, Mexican numbers with a 1 after 52, Argentine ones with a 9 after 54.
 */
export function phoneMatchKey(digits: string): string {
  if (/^55\d{2}[6-9]\d{7}$/.test(digits)) return `${digits.slice(0, 4)}9${digits.slice(4)}`;
  if (/^521\d{10}$/.test(digits)) return `52${digits.slice(3)}`;
  if (/^549\d{10}$/.test(digits)) return `54${digits.slice(3)}`;
  return digits;
}

/** All spellings of a number in WhatsApp's deliveries: itself, and the old form of the same key. */
export function phoneForms(digits: string): string[] {
  const key = phoneMatchKey(digits);
  const forms = [digits, key];
  if (/^55\d{2}9[6-9]\d{7}$/.test(key)) forms.push(`${key.slice(0, 4)}${key.slice(5)}`);
  if (/^52\d{10}$/.test(key)) forms.push(`521${key.slice(2)}`);
  if (/^54\d{10}$/.test(key)) forms.push(`549${key.slice(2)}`);
  return [...new Set(forms)];
}
