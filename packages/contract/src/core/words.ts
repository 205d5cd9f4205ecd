import { foldText } from './fold-text.ts';
import { remember } from './remember.ts';

/*
 * Around words stand punctuation, emoji and what joins or colours them, and marks of direction; \uFE0F chooses the picture
 * of a sign. https://www.unicode.org/reports/tr51/#Emoji_Sequences
 */
const around = String.raw`[\p{P}\p{S}\p{Cf}\uFE0F\s]+`;
const [before, after] = [new RegExp(`^${around}`, 'u'), new RegExp(`${around}$`, 'u')];

/** A message or keyword for comparing: without accents, case, repeated spaces, and punctuation and emoji around it. */
export const bareWords = remember((text) => {
  const folded = foldText(text.normalize('NFKC')).replaceAll(/\s+/g, ' ').trim();
  return folded.replace(before, '').replace(after, '') || folded;
});
