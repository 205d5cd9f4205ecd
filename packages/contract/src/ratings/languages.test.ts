import { expect, test } from 'vitest';
import { languageOfNumber, textForNumber } from './languages.ts';

test('the country code says the language, the longest first', () => {
  expect(['4477009', '351912', '3531', '4930', '999', '', null].map((digits) => languageOfNumber(digits))).toEqual([
    ...['en', 'pt', 'en', 'de', null, null, null],
  ]);
});

test('other languages get the first text', () => {
  const texts = [{ language: 'en' }, { language: 'de' }];
  expect(textForNumber(texts, '4930')).toEqual({ language: 'de' });
  expect(textForNumber(texts, '33612')).toEqual({ language: 'en' });
  expect(textForNumber([], '33612')).toBeUndefined();
});
