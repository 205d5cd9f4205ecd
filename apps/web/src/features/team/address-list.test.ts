import { describe, expect, it } from 'vitest';
import { readAddresses } from './address-list.ts';

const nobody = { members: new Set<string>(), invited: new Set<string>() };

describe('pasted addresses', () => {
  it.each([
    ['one a line', 'ana@x.example\nbo@x.example'],
    ['by commas', 'ana@x.example, bo@x.example'],
    ['by semicolons, as mail programs copy them', 'Ana <ana@x.example>; "Bo, Jr" <bo@x.example>'],
    ['by blanks', ' ana@x.example   bo@x.example '],
  ])('reads them %s', (_, text) => {
    const found = readAddresses(text, nobody).filter(({ state }) => state === 'ok');
    expect(found.map(({ email }) => email)).toEqual(['ana@x.example', 'bo@x.example']);
  });

  it('says of each what is wrong with it', () => {
    const known = { members: new Set(['dana@x.example']), invited: new Set(['omar@x.example']) };
    const text = 'Dana@X.example omar@x.example ana@x.example ANA@x.example ana@x no.at.example a@b@c.de';
    expect(readAddresses(text, known).map(({ state }) => state)).toEqual([
      'member',
      'invited',
      'ok',
      'repeated',
      'invalid',
      'invalid',
      'invalid',
    ]);
  });

  it('compares one spelling of what looks the same', () => {
    expect(readAddresses('ａna@x.example ana@x.example', nobody).map(({ state }) => state)).toEqual(['ok', 'repeated']);
  });

  it('finds nothing in nothing', () => {
    expect(readAddresses(' ,;\n', nobody)).toEqual([]);
  });
});
