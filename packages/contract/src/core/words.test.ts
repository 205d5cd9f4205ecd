import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import { hitIn } from './hit-in.ts';
import { bareWords } from './words.ts';

test('a keyword is compared without its punctuation, if it has more', () => {
  expect(['«Stop»!', ' STOP \n now… ', '¿Qué?', '...', '👍🏽', ''].map(bareWords)).toEqual([
    'stop',
    'stop now',
    'que',
    '...',
    '👍',
    '',
  ]);
});

// The longest text that WhatsApp delivers, of what takes longest where every character begins a search.
test.each(['.', '. ', 'é', '. a', 'أَ', '안', '\u1112\u1161\u11ab', 'e\u0301', '\u0301', 'ﾞ', '\u200d', '👍🏽', '\n'])(
  '65,536 characters of %j are read in one go',
  (repeated) => {
    const text = repeated.repeat(65_536).slice(0, 65_536);
    expect(foldText(text).length).toBeLessThanOrEqual(65_536);
    expect(bareWords(`a${text}b`)).toMatch(/^a[\s\S]*b$/);
    expect(hitIn(`${text}needle`, 'needle')).toEqual([text.length, text.length + 6]);
  },
);
