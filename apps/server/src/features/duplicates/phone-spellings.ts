import { uncertainChanges } from '@parley/contract/national-changes';
import { formsByChanges, phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

const shortest = 8;
const longest = 15;

/**
 * Other digits that people, files and WhatsApp write for one number, besides the forms that its match key folds already: a
 * trunk zero behind the country code, a country code twice or missing, Argentine mobiles with 15 inside, Brazilian
 * ones whose ninth digit stands where none belongs, numbers of a country under the code of another. What is found this
 * way may be one person; it is never merged by itself.
 * @param digits E.164 digits without plus
 * @returns match keys, without the number's own
 */
export function likelySpellings(digits: string): string[] {
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  if (parsed === undefined) return [];
  const country = parsed.countryCallingCode as string;
  const national = parsed.nationalNumber as string;
  const found = new Set<string>();
  const add = (text: string) => {
    if (text.length >= shortest && text.length <= longest) found.add(phoneMatchKey(text));
  };
  add(`${country}0${national}`);
  if (national.startsWith('0')) add(`${country}${national.replace(/^0+/, '')}`);
  add(`${country}${country}${national}`);
  if (national.startsWith(country)) add(national);
  if (national.length >= shortest) {
    add(national);
    add(`0${national}`);
  }
  if (country === '54') for (const text of argentine(national)) add(`54${text}`);
  if (country === '55') for (const text of brazilian(national)) add(`55${text}`);
  for (const text of formsByChanges(digits, uncertainChanges)) add(text);
  found.delete(phoneMatchKey(digits));
  return [...found];
}

/** Inside the country mobiles are dialled with 15 between the area code (2 to 4 digits) and the number. */
function argentine(national: string): string[] {
  const plain = national.replace(/^9/, '');
  if (plain.length === 12) {
    return [2, 3, 4].flatMap((area) =>
      plain.slice(area, area + 2) === '15' ? [`${plain.slice(0, area)}${plain.slice(area + 2)}`] : [],
    );
  }
  return plain.length === 10 ? [2, 3, 4].map((area) => `${plain.slice(0, area)}15${plain.slice(area)}`) : [];
}

/** A ninth digit added to a number that has none, and the opposite. */
function brazilian(national: string): string[] {
  if (national.length === 11 && national[2] === '9') return [`${national.slice(0, 2)}${national.slice(3)}`];
  return national.length === 10 ? [`${national.slice(0, 2)}9${national.slice(2)}`] : [];
}
