import { foldText } from './fold-text.ts';
import { remember } from './remember.ts';

/** A message or keyword for comparing: without accents, case, repeated spaces, and punctuation around it. */
export const bareWords = remember((text) => {
  const folded = foldText(text.normalize('NFKC')).replaceAll(/\s+/g, ' ').trim();
  return folded.replace(/^[\p{P}\p{S}\s]+/u, '').replace(/[\p{P}\p{S}\s]+$/u, '') || folded;
});
