import type { Language } from '@parley/contract/languages';
import { translateText } from '@parley/contract/translate-text';
import { catalogueOf } from './catalogue.ts';

/**
 * A text of the server in another language. What no catalogue has stays as it is: English, or the words of a person or
 * of another system.
 */
export function translate(language: Language, text: string): string {
  const catalogue = catalogueOf(language);
  return catalogue === null ? text : translateText(catalogue, text);
}
