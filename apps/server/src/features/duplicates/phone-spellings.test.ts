import { phoneMatchKey } from '@parley/contract/phone-forms';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likelySpellings } from './phone-spellings.ts';

const ten = fc.stringMatching(/^[1-9]\d{9}$/);

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
    ['38344123456', '37744123456', 'a number of Kosovo under the code of Monaco, which still has such numbers'],
    ['37744123456', '38344123456', 'a number of Monaco that may be one of Kosovo'],
    ['970591234567', '972591234567', 'a Palestinian mobile under the code of Israel'],
  ])('of %s contain %s: %s', (digits, spelling) => {
    expect(likelySpellings(digits)).toContain(phoneMatchKey(spelling));
  });
});
