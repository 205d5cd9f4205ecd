import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import mobileExamples from 'libphonenumber-js/mobile/examples';
import { currentForm } from './phone-forms.ts';
import { plainNumber, plainText } from './phone-text.ts';

type Typed = { text: string; compact: string; home: CountryCode | undefined };

function typedIn(input: string, country: string): Typed {
  const text = plainNumber(input);
  return { text, compact: text.replaceAll(/[\s()./-]/g, ''), home: isSupportedCountry(country) ? country : undefined };
}

/** A number with a plus or 00. Behind 00 some countries dial the number of a carrier, which the library knows. */
function parseInternational(input: string, { compact, home }: Typed): string | null {
  return digitsOf(readInternational(compact) ?? parsePossible(plainText(input), home));
}

/**
 * E.164 digits without plus, in the form the country gives the number today. Bare digits are the API's own format and
 * equal the same digits after a plus; with blanks or brackets they are in the national format of the account's country.
 * @param country ISO code of the account, for numbers without a country code
 * @returns null when it is not a possible phone number
 */
export function parsePhone(input: string, country: string): string | null {
  const typed = typedIn(input, country);
  if (typed.compact.startsWith('+')) return parseInternational(input, typed);
  const isBare = /^\d+$/.test(typed.text);
  const home = readNational(typed);
  const former = readFormerNational(typed);
  if (!isBare && home?.isValid() === true) return digitsOf(home);
  if (!isBare && former !== null) return former;
  const abroad = readInternational(`+${typed.compact}`);
  // An old number of the account's country wins over a foreign one that only has the right length.
  if (abroad !== null) return abroad.isValid() ? digitsOf(abroad) : (former ?? digitsOf(abroad));
  return digitsOf(home) ?? former;
}

/**
 * The same for a field that shows a country: bare digits are of this country, and only otherwise a number with its
 * country code.
 */
export function parseTypedPhone(input: string, country: string): string | null {
  const typed = typedIn(input, country);
  if (typed.compact.startsWith('+')) return parseInternational(input, typed);
  const abroad = readInternational(`+${typed.compact}`);
  return (
    digitsOf(readNational(typed)) ?? readFormerNational(typed) ?? (abroad?.isValid() === true ? digitsOf(abroad) : null)
  );
}

function digitsOf(number: PhoneNumber | null): string | null {
  return number === null ? null : currentForm(number.number.slice(1));
}

function parsePossible(text: string, home?: CountryCode): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, home);
  return number?.isPossible() === true ? number : null;
}

/** @param compact a plus and digits */
function readInternational(compact: string): PhoneNumber | null {
  const number = parsePossible(`+${currentForm(compact.slice(1))}`);
  if (number?.isValid() === true) return number;
  return withoutTrunkZero(number) ?? readArgentine(compact) ?? number;
}

/** Where a zero is part of landline numbers, as in Italy, one in front of a mobile is the trunk zero of other countries. */
function withoutTrunkZero(number: PhoneNumber | null): PhoneNumber | null {
  if (!number?.nationalNumber.startsWith('0')) return null;
  const plain = parsePossible(`+${number.countryCallingCode}${number.nationalNumber.replace(/^0+/, '')}`);
  return plain?.isValid() === true ? plain : null;
}

/** Behind the 9 of an Argentine mobile, the trunk zero or the 15 that is dialled inside the country. */
function readArgentine(compact: string): PhoneNumber | null {
  if (!compact.startsWith('+549')) return null;
  const number = parsePossible(`+54${compact.slice(4)}`);
  const mobile = number && parsePossible(`+549${number.nationalNumber.replace(/^9/, '')}`);
  return mobile?.isValid() === true ? mobile : null;
}

function readNational({ text, home }: Typed): PhoneNumber | null {
  const number = parsePossible(text, home);
  return number !== null && isLongEnough(number.nationalNumber, home) ? number : null;
}

/** A national number in a form that the country has given up, such as eight digits in Ivory Coast. */
function readFormerNational({ compact, home }: Typed): string | null {
  if (home === undefined) return null;
  const former = `${getCountryCallingCode(home)}${compact}`;
  const digits = currentForm(former);
  return digits !== former && parsePossible(`+${digits}`)?.isValid() === true ? digits : null;
}

/** The country of a number, ISO code; null when its digits do not say. */
export function phoneCountry(digits: string): string | null {
  return parsePhoneNumberFromString(`+${currentForm(digits)}`)?.country ?? null;
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
  const reader = new AsYouType(isSupportedCountry(country) ? country : undefined);
  reader.input(plainNumber(typed).replaceAll(/[^+\d]/g, ''));
  const digits = reader.getNumberValue()?.replaceAll(/\D/g, '') ?? '';
  return digits === '' ? null : digits;
}
