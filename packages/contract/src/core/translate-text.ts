import type { Language } from './languages.ts';
import { fillIn, fixedLength, matchPattern, type Pattern, patternOf } from './text-pattern.ts';

type Entry = { pattern: Pattern; translation: string };

/** The texts of a language: those without values by their English text, the others by the beginning of it. */
export type TextCatalogue = {
  language: Language;
  exact: ReadonlyMap<string, string>;
  patterns: ReadonlyMap<string, readonly Entry[]>;
};

/** Longer ones are no texts of ours. */
const longest = 2_000;
/** A value may be a text with values itself. */
const deepest = 3;

/** @param texts translations by their English text; '' for those that have none yet */
export function textCatalogue(language: Language, texts: Readonly<Record<string, string>>): TextCatalogue {
  const exact = new Map<string, string>();
  const patterns = new Map<string, Entry[]>();
  for (const [key, translation] of Object.entries(texts)) {
    if (translation === '') continue;
    const pattern = patternOf(key);
    if (pattern === null) exact.set(key, translation);
    else add(patterns, { pattern, translation });
  }
  for (const entries of patterns.values()) entries.sort(byFixedLength);
  return { language, exact, patterns };
}

/**
 * A text of the server in another language. What the catalogue lacks stays as it is: English, or the words of a person
 * or of another system.
 */
export function translateText(catalogue: TextCatalogue, text: string): string {
  return text.length > longest ? text : (find(catalogue, text, deepest) ?? text);
}

function byFixedLength(one: Entry, other: Entry): number {
  return fixedLength(other.pattern) - fixedLength(one.pattern);
}

function add(patterns: Map<string, Entry[]>, entry: Entry): void {
  const first = firstWordOf(entry.pattern.pieces[0] ?? '');
  patterns.set(first, [...(patterns.get(first) ?? []), entry]);
}

/** Patterns that begin with a value, or have one in their first word, are all under ''. */
function firstWordOf(text: string): string {
  const end = text.indexOf(' ');
  return end === -1 ? '' : text.slice(0, end);
}

/** The patterns that a text may fit, those that fix most of it first. */
function patternsFor({ patterns }: TextCatalogue, text: string): Entry[] {
  const first = firstWordOf(text);
  const own = first === '' ? [] : (patterns.get(first) ?? []);
  return [...own, ...(patterns.get('') ?? [])].sort(byFixedLength);
}

function find(catalogue: TextCatalogue, text: string, depth: number): string | null {
  const exact = catalogue.exact.get(text);
  if (exact !== undefined) return exact;
  if (depth === 0) return null;
  for (const { pattern, translation } of patternsFor(catalogue, text)) {
    const values = matchPattern(pattern, text);
    if (values === null) continue;
    for (const [n, value] of values) {
      const isQuoted = pattern.pieces[pattern.values.indexOf(n)]?.endsWith('“') === true;
      if (!isQuoted) values.set(n, translateValue(catalogue, value, depth - 1));
    }
    return fillIn(translation, catalogue.language, values);
  }
  return findSentences(catalogue, text, depth);
}

/** Texts of one word are names: those of ours that are values have several. */
function translateValue(catalogue: TextCatalogue, value: string, depth: number): string {
  if (/^\d{1,3}(?:,\d{3})+$/.test(value)) {
    return Number(value.replaceAll(',', '')).toLocaleString(`${catalogue.language}-u-nu-latn`);
  }
  return value.includes(' ') ? (find(catalogue, value, depth) ?? value) : value;
}

/** Two texts in a row, one after the name of what it is about (`Size: …`), or the title of a problem as a sentence. */
function findSentences(catalogue: TextCatalogue, text: string, depth: number): string | null {
  for (const { index } of text.matchAll(/(?<=[.?!]) /g)) {
    const head = find(catalogue, text.slice(0, index), 0);
    if (head === null) continue;
    const tail = find(catalogue, text.slice(index + 1), depth - 1);
    if (tail !== null) return `${head} ${tail}`;
  }
  const about = text.indexOf(': ') + 2;
  const said = about === 1 ? null : find(catalogue, text.slice(about), depth - 1);
  if (said !== null) return `${text.slice(0, about)}${said}`;
  const title = text.endsWith('.') ? catalogue.exact.get(text.slice(0, -1)) : undefined;
  return title === undefined ? null : `${title}.`;
}
