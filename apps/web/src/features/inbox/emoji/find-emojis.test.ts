import { expect, test } from 'vitest';
import { pickerData, suggestEmojis } from './emoji-data.ts';
import { emojiTypedAt, findEmojis } from './find-emojis.ts';

test('an emoji is looked for after a colon at the beginning of a word', () => {
  expect(emojiTypedAt('Thanks :tad', 11)).toEqual({ from: 7, typed: 'tad' });
  expect(emojiTypedAt(':+1 later', 3)).toEqual({ from: 0, typed: '+1' });
  for (const text of ['At 10:30', 'https://a', 'Thanks :t', 'Sum: total', ': tada', '']) {
    expect(emojiTypedAt(text, text.length), text).toBeNull();
  }
});

test('the code itself comes first, then its beginning, tags, and names', () => {
  const known = [
    { emoji: 'A', label: 'party face', tags: ['ta'], codes: ['partying'] },
    { emoji: 'B', label: 'tall tree', tags: [], codes: ['evergreen'] },
    { emoji: 'C', label: 'popper', tags: [], codes: ['tada'] },
    { emoji: 'D', label: 'top hat', tags: [], codes: ['tophat', 'ta'] },
    { emoji: 'E', label: 'none', tags: ['x'], codes: ['y'] },
  ];
  expect(findEmojis(known, 'TA').map(({ emoji }) => emoji)).toEqual(['D', 'C', 'A', 'B']);
});

test('the data of the installation know the common ones, and the picker gets its categories', async () => {
  expect(suggestEmojis('tada')[0]).toEqual({ emoji: '🎉', code: 'tada' });
  expect(suggestEmojis('thumbsup')[0]?.emoji).toMatch(/^👍/);
  const { emojis, categories, skinTones } = await pickerData('en');
  const indices = new Set(categories.map(({ index }) => index));
  expect(emojis.length).toBeGreaterThan(1_500);
  expect(emojis.every(({ category }) => indices.has(category))).toBe(true);
  expect(Object.keys(skinTones)).toHaveLength(5);
  expect(emojis.find(({ emoji }) => emoji === '👋')?.skins?.dark).toBe('👋🏿');
});

test('the picker’s names are those of the interface’s language, and English ones are found too', async () => {
  const { emojis, categories } = await pickerData('pt-BR');
  const wave = emojis.find(({ emoji }) => emoji === '👋');
  expect(wave?.label).toBe('mão acenando');
  expect(wave?.tags).toContain('waving hand');
  expect(categories[0]?.label).toBe('Sorrisos e emoção');
  // The data have no Arabic.
  expect((await pickerData('ar')).emojis.find(({ emoji }) => emoji === '👋')?.label).toBe('waving hand');
});
