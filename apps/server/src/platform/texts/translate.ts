import type { Language } from '@parley/contract/languages';
import { type Catalogue, catalogueOf, patternsFor } from './catalogue.ts';
import { fillIn, matchPattern } from './pattern.ts';

/** Longer ones are no texts of ours. */
const longest = 2_000;
/** A value may be a text with values itself. */
const deepest = 3;

/**
 * A text of the server in another language. What no catalogue has stays as it is: English, or the words of a person or
 * of another system.
 */
export function translate(language: Language, text: string): string {
  const catalogue = catalogueOf(language);
  return catalogue === null || text.length > longest ? text : (find(catalogue, language, text, deepest) ?? text);
}

function find(catalogue: Catalogue, language: Language, text: string, depth: number): string | null {
  const exact = catalogue.exact.get(text);
  if (exact !== undefined) return exact;
  if (depth === 0) return null;
  for (const { pattern, translation } of patternsFor(catalogue, text)) {
    const values = matchPattern(pattern, text);
    if (values === null) continue;
    for (const [n, value] of values) {
      const isQuoted = pattern.pieces[pattern.values.indexOf(n)]?.endsWith('“') === true;
      if (!isQuoted) values.set(n, translateValue(catalogue, language, value, depth - 1));
    }
    return fillIn(translation, language, values);
  }
  return findSentences(catalogue, language, text, depth);
}

/** Texts of one word are names: those of ours that are values have several. */
function translateValue(catalogue: Catalogue, language: Language, value: string, depth: number): string {
  if (/^\d{1,3}(?:,\d{3})+$/.test(value)) {
    return Number(value.replaceAll(',', '')).toLocaleString(`${language}-u-nu-latn`);
  }
  return value.includes(' ') ? (find(catalogue, language, value, depth) ?? value) : value;
}

/** Two texts in a row, one after the name of what it is about (`Size: …`), or the title of a problem as a sentence. */
function findSentences(catalogue: Catalogue, language: Language, text: string, depth: number): string | null {
  for (const { index } of text.matchAll(/(?<=[.?!]) /g)) {
    const head = find(catalogue, language, text.slice(0, index), 0);
    if (head === null) continue;
    const tail = find(catalogue, language, text.slice(index + 1), depth - 1);
    if (tail !== null) return `${head} ${tail}`;
  }
  const about = text.indexOf(': ') + 2;
  const said = about === 1 ? null : find(catalogue, language, text.slice(about), depth - 1);
  if (said !== null) return `${text.slice(0, about)}${said}`;
  const title = text.endsWith('.') ? catalogue.exact.get(text.slice(0, -1)) : undefined;
  return title === undefined ? null : `${title}.`;
}
