import { expect, test } from 'vitest';
import { snippetOf } from './find-in-thread.ts';

test('a snippet shows the words as written, with the text around them', () => {
  expect(snippetOf('Is the Blue bell\nstill in stock?', 'blue')).toEqual(['Is the ', 'Blue', ' bell still in stock?']);
  const long = `${'a '.repeat(100)}bell${' b'.repeat(100)}`;
  const [before, words, after] = snippetOf(long, 'bell', 10);
  expect([before.length, words, after.length]).toEqual([11, 'bell', 21]);
  expect(snippetOf('No such word', 'bell')).toEqual(['No such word', '', '']);
  expect(snippetOf('Anything', '')).toEqual(['Anything', '', '']);
  expect(snippetOf('السيد أَحْمَد هنا', 'احمد')).toEqual(['السيد ', 'أَحْمَد', ' هنا']);
});
