import { describe, expect, it } from 'vitest';
import { parseAddresses } from './address-list.ts';

const nobody = { members: new Set<string>(), invited: new Set<string>() };

describe('pasted addresses', () => {
  it.each([
    ['one a line', 'ana@x.example\nbo@x.example'],
    ['by commas', 'ana@x.example, bo@x.example'],
    ['by semicolons, as mail programs copy them', 'Ana <ana@x.example>; "Bo, Jr" <bo@x.example>'],
    ['by blanks', ' ana@x.example   bo@x.example '],
  ])('are parsed %s', (_, text) => {
    const found = parseAddresses(text, nobody).filter(({ state }) => state === 'ok');
    expect(found.map(({ email }) => email)).toEqual(['ana@x.example', 'bo@x.example']);
  });

  it('have a state each', () => {
    const known = { members: new Set(['dana@x.example']), invited: new Set(['omar@x.example']) };
    const text = 'Dana@X.example omar@x.example ana@x.example ANA@x.example ana@x no.at.example a@b@c.de';
    expect(parseAddresses(text, known).map(({ state }) => state)).toEqual([
      'member',
      'invited',
      'ok',
      'repeated',
      'invalid',
      'invalid',
      'invalid',
    ]);
  });

  it('are compared in normalized form', () => {
    expect(parseAddresses('ａna@x.example ana@x.example', nobody).map(({ state }) => state)).toEqual([
      'ok',
      'repeated',
    ]);
  });

  it('are none in an empty text', () => {
    expect(parseAddresses(' ,;\n', nobody)).toEqual([]);
  });
});
