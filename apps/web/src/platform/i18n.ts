import { i18n, type Messages } from '@lingui/core';
import { directionChoice } from './direction-choice.ts';

/** Languages with catalogues, each in files of its own, of which only those of one language are loaded. */
const languages = ['en'] as const;
export type Language = (typeof languages)[number];

const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur'];
const catalogues = import.meta.glob<{ messages: Messages }>('../locales/*/*.po');

let current: Language = 'en';

/** Makes a language the one of the page, its direction too, and loads the words of the frame. */
export async function activateLanguage(language: Language): Promise<void> {
  current = language;
  await loadWords('frame');
  i18n.activate(language);
  document.documentElement.lang = language;
  const chosen = directionChoice();
  document.documentElement.dir = chosen === 'auto' ? directionOf(language) : chosen;
}

/** Which way the words of a language run. */
export function directionOf(language: Language = current): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr';
}

/** Loads the catalogue of a feature (its folder's name) in the language of the page; a feature without words is fine. */
export async function loadWords(catalogue: string): Promise<void> {
  const load = catalogues[`../locales/${current}/${catalogue}.po`];
  if (!load) return;
  const { messages } = await load();
  i18n.load(current, messages);
}

/** Every catalogue of the language, for the gallery, which shows parts of all features. */
export async function loadAllWords(): Promise<void> {
  const names = Object.keys(catalogues).map((path) => /([^/]+)\.po$/.exec(path)?.[1] ?? '');
  await Promise.all(names.map(loadWords));
}

/** The language to start with: English until there is another. */
export function preferredLanguage(): Language {
  return languages[0];
}
