import { existsSync, readFileSync } from 'node:fs';
import type { Language } from '@parley/contract/languages';
import { type TextCatalogue, textCatalogue } from '@parley/contract/translate-text';

const loaded = new Map<Language, TextCatalogue>();

/** A language's texts, read when they are first needed; null for English, which is in the code. */
export function catalogueOf(language: Language): TextCatalogue | null {
  if (language === 'en') return null;
  const known = loaded.get(language) ?? read(language);
  loaded.set(language, known);
  return known;
}

function read(language: Language): TextCatalogue {
  const file = new URL(`../../locales/${language}.json`, import.meta.url);
  return textCatalogue(language, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
}
