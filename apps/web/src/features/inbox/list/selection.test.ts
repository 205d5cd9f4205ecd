import { expect, it } from 'vitest';
import { noSelection, toggleSelected } from './selection.ts';

it('conversations are chosen one by one and by range', () => {
  const shown = ['a', 'b', 'c', 'd'];
  const one = toggleSelected(noSelection, 'b', shown, false);
  expect([...one.ids]).toEqual(['b']);
  expect([...toggleSelected(one, 'd', shown, true).ids]).toEqual(['b', 'c', 'd']);
  expect([...toggleSelected(one, 'b', shown, false).ids]).toEqual([]);
  expect([...toggleSelected(noSelection, 'c', shown, true).ids]).toEqual(['c']);
});
