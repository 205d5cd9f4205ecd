import { fillIn, matchPattern, patternOf } from '@parley/contract/text-pattern';
import { describe, expect, test } from 'vitest';
import { acceptedLanguage } from './accept-language.ts';
import { translate } from './translate.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['pt-PT, pt;q=0.9', 'pt-BR'],
  ['fr, nl;q=0.9, es-MX;q=0.5, de;q=0.4', 'es'],
  ['de;q=0.2, hi;q=0.7', 'hi'],
  ['de;q=0, ar;q=0.1', 'ar'],
  ['de;q=x', 'en'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  [`${'fr,'.repeat(30)}de`, 'en'],
])('Accept-Language %j is %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

describe('a text is found by its English', () => {
  test('as it is, and with values', () => {
    expect(translate('de', 'This was not found.')).toBe('Das wurde nicht gefunden.');
    expect(translate('de', 'An account has at most 300 fields.')).toBe('Ein Konto hat höchstens 300 Felder.');
    expect(translate('en', 'This was not found.')).toBe('This was not found.');
  });

  test('with the words of a person among its values, as they are', () => {
    expect(translate('de', 'Two columns are mapped to Your name, or “{0}”.')).toBe(
      'Zwei Spalten sind Your name, or “{0}” zugeordnet.',
    );
    expect(translate('de', 'New York: Write yes or no.')).toBe('New York: Schreiben Sie „ja“ oder „nein“.');
  });

  test('with a text of ours as a value, and numbers as the language writes them', () => {
    expect(translate('de', 'Name must have at most 2,000 characters.')).toBe(
      'Dieses Feld darf höchstens 2.000 Zeichen haben.',
    );
    expect(translate('de', 'Only an Admin or Owner may delete all contacts at once.')).toBe(
      'Nur ein Admin oder Inhaber darf alle Kontakte auf einmal löschen.',
    );
  });

  test('two in a row', () => {
    expect(translate('de', 'This file is empty. This was not found.')).toBe(
      'Diese Datei ist leer. Das wurde nicht gefunden.',
    );
  });

  test('and what is in no catalogue stays', () => {
    for (const text of ['', 'Ana Silva', 'Something that Meta said.', 'x'.repeat(5_000)]) {
      expect(translate('de', text)).toBe(text);
    }
  });
});

describe('patterns', () => {
  test.each([
    ['At most {0} characters; these are {1}.', 'At most 5 characters; these are 9.', ['5', '9']],
    ['Unknown variable {{{0}}}.', 'Unknown variable {{NAME}}.', ['NAME']],
    ['{0} is {1}', 'a is b is c', ['a', 'b is c']],
    ['{0}.', 'a', null],
    ['aba{0}aba', 'ababa', null],
    ['This is +{0}{1}.', 'This is +44, Ana.', ['', '44, Ana']],
  ])('%s in %s', (key, text, values) => {
    const pattern = patternOf(key);
    const found = pattern && matchPattern(pattern, text);
    expect(found && [...found.values()]).toEqual(values);
  });

  test('a variable that is written out is no value', () => {
    expect(patternOf('Variables must count up from {{1}} without a gap.')).toBeNull();
  });

  test('a text that almost fits many times takes no longer than its length', () => {
    const pattern = patternOf('a {0} b {1} b {2} b {3} c');
    const text = `a ${' b '.repeat(300_000)}`;
    const began = performance.now();
    expect(pattern && matchPattern(pattern, text)).toBeNull();
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test.each([
    ['1', 'ein Konto, 1'],
    ['2,000', 'Konten: 2,000, 2,000'],
  ])('a translation chooses by a count: %s', (count, text) => {
    const translation = '{0, plural, one {ein Konto} other {Konten: #}}, {0}';
    expect(fillIn(translation, 'de', new Map([[0, count]]))).toBe(text);
  });

  test('values are not read again', () => {
    expect(
      fillIn(
        '{0} und {1}',
        'de',
        new Map([
          [0, '{1}'],
          [1, '#'],
        ]),
      ),
    ).toBe('{1} und #');
  });
});
