import { existsSync, readFileSync } from 'node:fs';
import type { Language } from '@parley/contract/languages';
import { fixedLength, type Pattern, patternOf } from './pattern.ts';

type Entry = { pattern: Pattern; translation: string };

/** The texts of a language: those without values by their English text, the others by the beginning of it. */
export type Catalogue = { exact: ReadonlyMap<string, string>; patterns: ReadonlyMap<string, readonly Entry[]> };

const loaded = new Map<Language, Catalogue>();

/** A language's texts, read when they are first needed; null for English, which is in the code. */
export function catalogueOf(language: Language): Catalogue | null {
  if (language === 'en') return null;
  const known = loaded.get(language) ?? read(language);
  loaded.set(language, known);
  return known;
}

function read(language: Language): Catalogue {
  const file = new URL(`../../locales/${language}.json`, import.meta.url);
  const texts = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const exact = new Map<string, string>();
  const patterns = new Map<string, Entry[]>();
  for (const [key, translation] of Object.entries(texts)) {
    // Not translated yet.
    if (translation === '') continue;
    const pattern = patternOf(key);
    if (pattern === null) exact.set(key, translation);
    else add(patterns, { pattern, translation });
  }
  for (const entries of patterns.values()) {
    entries.sort((one, other) => fixedLength(other.pattern) - fixedLength(one.pattern));
  }
  return { exact, patterns };
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
export function patternsFor({ patterns }: Catalogue, text: string): Entry[] {
  const first = firstWordOf(text);
  const own = first === '' ? [] : (patterns.get(first) ?? []);
  return [...own, ...(patterns.get('') ?? [])].sort(
    (one, other) => fixedLength(other.pattern) - fixedLength(one.pattern),
  );
}
