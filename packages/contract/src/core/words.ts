import { foldText } from './fold-text.ts';
import { remember } from './remember.ts';

const partOfWord = /[^\p{P}\p{S}\s]/u;
const upToLastPart = /^.*[^\p{P}\p{S}\s]/su;

/** A message or keyword for comparing: folded, in one line, with single spaces. */
export const plainWords = remember((text) => foldText(text).replaceAll(/\s+/g, ' ').trim());

/** The same without punctuation around it. */
export const bareWords = remember((text) => {
  const words = plainWords(text);
  const begins = words.search(partOfWord);
  // Looked for only where there is one: each of these reads a text once, however long its punctuation is.
  return begins === -1 ? words : (upToLastPart.exec(words.slice(begins))?.[0] ?? words);
});
