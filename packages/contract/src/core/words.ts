import { foldText } from './fold-text.ts';
import { remember } from './remember.ts';

/*
 * Around words stand punctuation, emoji and what joins or colours them, and marks of direction; \uFE0F chooses the picture
 * of a sign. https://www.unicode.org/reports/tr51/#Emoji_Sequences
 */
const ofWord = String.raw`[^\p{P}\p{S}\p{Cf}\uFE0F\s]`;
const partOfWord = new RegExp(ofWord, 'u');
const upToLastPart = new RegExp(`^.*${ofWord}`, 'su');

/** A message or keyword for comparing: folded, in one line, with single spaces. */
export const plainWords = remember((text) => foldText(text).replaceAll(/\s+/g, ' ').trim());

/** The same without punctuation and emoji around it. */
export const bareWords = remember((text) => {
  const words = plainWords(text);
  const begins = words.search(partOfWord);
  // Looked for only where there is one: each of these reads a text once, however long its punctuation is.
  return begins === -1 ? words : (upToLastPart.exec(words.slice(begins))?.[0] ?? words);
});
