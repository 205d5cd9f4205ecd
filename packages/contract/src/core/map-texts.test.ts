import { expect, test } from 'vitest';
import { mapTexts, textsIn } from './map-texts.ts';

const value = { name: 'offer', components: [{ text: 'Hi {{NAME}}', count: 2, more: null }], flag: true };

test('every text in a value is replaced, and nothing else', () => {
  const shouted = mapTexts(value, (text) => text.toUpperCase());
  expect(shouted).toEqual({ ...value, name: 'OFFER', components: [{ text: 'HI {{NAME}}', count: 2, more: null }] });
});

test('a text is found with the path that an error names', () => {
  expect(textsIn(value, 'template')).toEqual([
    { field: 'template.name', text: 'offer' },
    { field: 'template.components.0.text', text: 'Hi {{NAME}}' },
  ]);
  expect(textsIn('alone', 'text')).toEqual([{ field: 'text', text: 'alone' }]);
});
