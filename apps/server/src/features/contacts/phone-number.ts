import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * E.164 digits without plus, from what a person or a caller typed.
 * @param country ISO code of the account, for numbers written without a country code
 * @returns null when it is no possible phone number
 */
export function parsePhone(input: string, country: string): string | null {
  const text = input.trim();
  const compact = text.replaceAll(/[\s().-]/g, '');
  const national = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  // Spaces, dashes and brackets without a plus are how people write at home, where the country says what they mean.
  if (!/^(?:\+|00|\d+$)/.test(text)) {
    const home = parsePhoneNumberFromString(text, national);
    if (home?.isValid() === true) return home.number.slice(1);
  }
  // Bare digits are how the API stores and answers numbers, so they mean the same as with a plus first.
  for (const attempt of [compact.startsWith('+') ? compact : `+${compact.replace(/^00/, '')}`, text]) {
    const parsed = parsePhoneNumberFromString(attempt, national);
    if (parsed?.isPossible() === true) return parsed.number.slice(1);
  }
  return null;
}

/**
 * The key by which two spellings of one WhatsApp number meet. WhatsApp's ids keep old forms: Brazilian mobiles without
 * their ninth digit, Mexican numbers with a 1 after 52, Argentine ones with a 9 after 54.
 */
export function phoneMatchKey(digits: string): string {
  if (/^55\d{2}[6-9]\d{7}$/.test(digits)) return `${digits.slice(0, 4)}9${digits.slice(4)}`;
  if (/^521\d{10}$/.test(digits)) return `52${digits.slice(3)}`;
  if (/^549\d{10}$/.test(digits)) return `54${digits.slice(3)}`;
  return digits;
}

/** All digits that one number may stand as in what WhatsApp delivers: itself, and the old form of the same key. */
export function phoneForms(digits: string): string[] {
  const key = phoneMatchKey(digits);
  const forms = [digits, key];
  if (/^55\d{2}9[6-9]\d{7}$/.test(key)) forms.push(`${key.slice(0, 4)}${key.slice(5)}`);
  if (/^52\d{10}$/.test(key)) forms.push(`521${key.slice(2)}`);
  if (/^54\d{10}$/.test(key)) forms.push(`549${key.slice(2)}`);
  return [...new Set(forms)];
}
