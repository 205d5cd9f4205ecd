import { expect, test } from 'vitest';
import { isCardShown } from './card-filter.ts';

const card = { title: 'Object storage', about: 'Media files in a bucket.', health: null };

test('a card is found by all words of its title and description, in any case and without accents', () => {
  expect(isCardShown({ search: ' ', state: 'all' }, card)).toBe(true);
  expect(isCardShown({ search: 'STÓRAGE media', state: 'all' }, card)).toBe(true);
  expect(isCardShown({ search: 'storage email', state: 'all' }, card)).toBe(false);
});

test('connected are all with a state, also failing ones', () => {
  const shown = (health: 'working' | 'failing' | 'paused' | null) =>
    (['connected', 'failing'] as const).map((state) => isCardShown({ search: '', state }, { ...card, health }));
  expect(shown(null)).toEqual([false, false]);
  expect(shown('working')).toEqual([true, false]);
  expect(shown('paused')).toEqual([true, false]);
  expect(shown('failing')).toEqual([true, true]);
});
