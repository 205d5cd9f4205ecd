import fc from 'fast-check';
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { type NationalChange, nationalChanges, uncertainChanges } from './national-changes.ts';
import { currentForm, formsByChanges, formsOfBeginning, phoneForms, phoneMatchKey } from './phone-forms.ts';
import { parsePhone } from './phone-number.ts';

/** An old number of a change, and today's. */
function pairsOf({ code, newCode = code, area = '', from, to, rest }: NationalChange) {
  return fc
    .tuple(fc.stringMatching(new RegExp(`^${area}$`)), fc.stringMatching(new RegExp(`^${rest}$`)))
    .map(([place, last]) => ({ former: `${code}${place}${from}${last}`, current: `${newCode}${place}${to}${last}` }));
}

const titleOf = ({ country, year, from, to }: NationalChange) =>
  `${country} ${year}, ${from === '' ? 'nothing' : from} to ${to === '' ? 'nothing' : to}`;
const byTitle = (changes: readonly NationalChange[]) => changes.map((change) => [titleOf(change), change] as const);

describe.each(byTitle(nationalChanges))('%s', (_, change) => {
  test('the old form is read as today’s, and both have one key', () => {
    fc.assert(
      fc.property(pairsOf(change), ({ former, current }) => {
        expect(currentForm(former)).toBe(current);
        expect(phoneMatchKey(former)).toBe(phoneMatchKey(current));
        expect(phoneForms(current)).toEqual(expect.arrayContaining([former, current]));
        expect(phoneForms(former)).toEqual(expect.arrayContaining([former, current]));
      }),
    );
  });

  test('today’s form stays', () => {
    fc.assert(
      fc.property(pairsOf(change), ({ current }) => {
        expect(currentForm(current)).toBe(current);
      }),
    );
  });

  test('two old numbers never become one', () => {
    fc.assert(
      fc.property(pairsOf(change), pairsOf(change), (a, b) => {
        expect(phoneMatchKey(a.former) === phoneMatchKey(b.former)).toBe(a.former === b.former);
      }),
    );
  });

  test('no number of today looks like an old one', () => {
    // The library still has two plans that ended: Gabon's in April 2024, and Brazil's trunked radio (7…) in 2018.
    if (change.country === 'GA') return;
    fc.assert(
      fc.property(pairsOf(change), ({ former }) => {
        fc.pre(!/^55\d\d7/.test(former));
        const number = parsePhoneNumberFromString(`+${former}`);
        expect(number?.isValid() === true && number.country === change.country).toBe(false);
      }),
    );
  });
});

const digitsOf = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const subscriber = fc.stringMatching(/^[6-9]\d{7}$/);
/** Area codes of Brazil, none with a zero. */
const area = fc.stringMatching(/^[1-9][1-9]$/);

describe('the match key', () => {
  test.each([
    ['551187654321', '5511987654321'],
    ['5511987654321', '5511987654321'],
    ['551131234567', '551131234567'],
    ['5215512345678', '525512345678'],
    ['525512345678', '525512345678'],
    ['5491112345678', '541112345678'],
    ['447700900118', '447700900118'],
    ['22507123456', '2250707123456'],
    ['22504123456', '2250504123456'],
    ['22501123456', '2250101123456'],
    ['22520301234', '2252720301234'],
    ['22997123456', '2290197123456'],
    ['24106123456', '24166123456'],
    ['841234567890', '84834567890'],
    ['59952012345', '59952012345'],
    ['5995201234', '17215201234'],
  ])('of %s is %s', (digits, key) => {
    expect(phoneMatchKey(digits)).toBe(key);
  });

  test('is the number itself in countries without a change', () => {
    const changed = new Set([...nationalChanges.map(({ code }) => code), '54']);
    for (const country of getCountries()) {
      if (changed.has(getCountryCallingCode(country))) continue;
      const digits = getExampleNumber(country, examples)?.number.slice(1) ?? '';
      expect(phoneMatchKey(digits)).toBe(digits);
      expect(phoneForms(digits).filter((form) => form !== digits && !form.startsWith('599'))).toEqual([]);
    }
  });

  test('is the number itself for any digits behind the code of another country', () => {
    const changed = new Set([...nationalChanges.map(({ code }) => code), '54']);
    const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country) as string))];
    const others = codes.filter((code) => !changed.has(code));
    fc.assert(
      fc.property(fc.constantFrom(...others), fc.stringMatching(/^\d{4,12}$/), (code, rest) => {
        expect(phoneMatchKey(`${code}${rest}`)).toBe(`${code}${rest}`);
      }),
      { numRuns: 5_000 },
    );
  });

  test('is the number itself for example numbers of today’s plans, but for Argentine mobiles', () => {
    for (const country of getCountries()) {
      const digits = getExampleNumber(country, examples)?.number.slice(1) ?? '';
      // The library's example of Gabon is of the plan that ended in 2024.
      if (country === 'GA') continue;
      expect(phoneMatchKey(digits)).toBe(country === 'AR' ? digits.replace(/^549/, '54') : digits);
    }
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), (digits) => {
        expect(phoneMatchKey(phoneMatchKey(digits))).toBe(phoneMatchKey(digits));
      }),
      { numRuns: 2_000 },
    );
  });

  test('separates Brazilian landlines, and is one for both forms of Argentine mobiles', () => {
    fc.assert(
      fc.property(area, subscriber, (code, number) => {
        expect(phoneMatchKey(`549${code}${number}`)).toBe(phoneMatchKey(`54${code}${number}`));
        const landline = `55${code}3${number.slice(1)}`;
        expect(phoneMatchKey(landline)).toBe(landline);
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
    const countries = fc.constantFrom(
      'GB',
      'DE',
      'BR',
      'MX',
      'AR',
      'IT',
      'US',
      'IN',
      'FR',
      'NG',
      'CI',
      'BJ',
      'VN',
      'EG' as const,
    );
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

test.each(byTitle(uncertainChanges))('%s is only a suggestion', (_, change) => {
  fc.assert(
    fc.property(pairsOf(change), ({ former, current }) => {
      expect(phoneMatchKey(former)).toBe(former);
      expect(phoneMatchKey(current)).toBe(current);
      expect(formsByChanges(former, uncertainChanges)).toContain(current);
      expect(formsByChanges(current, uncertainChanges)).toContain(former);
    }),
  );
});

describe('the beginning of a number', () => {
  test.each([
    ['525512', ['5215512']],
    ['5215512', ['525512']],
    ['551198', ['55118']],
    ['5511987', ['551187']],
    ['541123', ['5491123']],
    ['5491123', ['541123']],
    ['2250707', ['22507']],
    // What follows decides, or there is nothing else.
    ['55119', []],
    ['52551', ['521551']],
    ['447700', []],
    ['491512', []],
    ['5255', []],
  ])('%s may also be stored as %j', (digits, forms) => {
    expect(formsOfBeginning(digits)).toEqual(expect.arrayContaining(forms));
    if (forms.length === 0) expect(formsOfBeginning(digits)).toEqual([]);
  });

  test.each(byTitle(nationalChanges))('finds both forms: %s', (_, change) => {
    fc.assert(
      fc.property(pairsOf(change), fc.integer({ min: 1, max: 3 }), ({ former, current }, missing) => {
        const [typed, stored] = [current, former].map((digits) => digits.slice(0, -missing));
        if (typed === undefined || stored?.startsWith(typed)) return;
        expect(formsOfBeginning(typed)).toContain(stored);
      }),
      { numRuns: 20 },
    );
  });
});
