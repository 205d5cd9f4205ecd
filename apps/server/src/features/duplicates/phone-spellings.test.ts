import fc from 'fast-check';
import { getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { parsePhone, phoneMatchKey } from '../contacts/phone-number.ts';
import { likelySpellings } from './phone-spellings.ts';

const digitsOf = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const subscriber = fc.stringMatching(/^[6-9]\d{7}$/);
/** Area codes of Brazil, none with a zero. */
const area = fc.stringMatching(/^[1-9][1-9]$/);
const ten = fc.stringMatching(/^[1-9]\d{9}$/);

describe('the match key', () => {
  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), (digits) => {
        expect(phoneMatchKey(phoneMatchKey(digits))).toBe(phoneMatchKey(digits));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is one for both forms of a Brazilian mobile, and separates landlines', () => {
    fc.assert(
      fc.property(area, subscriber, (code, number) => {
        expect(phoneMatchKey(`55${code}${number}`)).toBe(phoneMatchKey(`55${code}9${number}`));
        const landline = `55${code}3${number.slice(1)}`;
        expect(phoneMatchKey(landline)).toBe(landline);
      }),
    );
  });

  test('is one for both forms of Mexican and Argentine mobiles', () => {
    fc.assert(
      fc.property(ten, (number) => {
        expect(phoneMatchKey(`521${number}`)).toBe(phoneMatchKey(`52${number}`));
        expect(phoneMatchKey(`549${number}`)).toBe(phoneMatchKey(`54${number}`));
      }),
    );
  });

  test('separates different numbers: two of one country and length share none', () => {
    fc.assert(
      fc.property(fc.constantFrom('4477', '4915', '3460', '2348', '9198'), digitsOf(8), digitsOf(8), (head, a, b) => {
        expect(phoneMatchKey(`${head}${a}`) === phoneMatchKey(`${head}${b}`)).toBe(a === b);
      }),
    );
    fc.assert(
      fc.property(area, area, subscriber, subscriber, (codeA, codeB, a, b) => {
        const same = phoneMatchKey(`55${codeA}9${a}`) === phoneMatchKey(`55${codeB}${b}`);
        expect(same).toBe(codeA === codeB && a === b);
      }),
    );
  });

  test('is the same for every spelling of a number', () => {
    const countries = fc.constantFrom('GB', 'DE', 'BR', 'MX', 'AR', 'IT', 'US', 'IN', 'FR', 'NG', 'CI', 'BJ' as const);
    fc.assert(
      fc.property(countries, fc.constantFrom(' ', '-', '.'), (country, between) => {
        const number = getExampleNumber(country as 'GB', examples);
        const e164 = number?.number.slice(1) ?? '';
        const spellings = [
          `+${e164}`,
          e164,
          `00${e164}`,
          number?.formatInternational() ?? '',
          number?.formatNational() ?? '',
        ];
        const keys = spellings.map((text) => phoneMatchKey(parsePhone(text.replaceAll(' ', between), country) ?? text));
        expect(new Set(keys).size, `${country}: ${spellings.join(', ')} -> ${keys.join(', ')}`).toBe(1);
      }),
    );
  });
});

describe('likely spellings', () => {
  test('never contain the number itself, and are keys', () => {
    fc.assert(
      fc.property(fc.constantFrom('44', '49', '54', '55', '52', '1', '39', '91'), ten, (country, number) => {
        const digits = `${country}${number}`;
        const spellings = likelySpellings(digits);
        expect(spellings).not.toContain(phoneMatchKey(digits));
        for (const one of spellings) expect(phoneMatchKey(one)).toBe(one);
        expect(new Set(spellings).size).toBe(spellings.length);
      }),
    );
  });

  test.each([
    ['447400123456', '4407400123456', 'a trunk zero behind the country code'],
    ['447400123456', '4444740012345'.concat('6'), 'the country code twice'],
    ['5491123456789', '54111523456789', 'an Argentine mobile as dialled inside the country'],
  ])('of %s contain %s: %s', (digits, spelling) => {
    expect(likelySpellings(digits)).toContain(phoneMatchKey(spelling));
  });
});
