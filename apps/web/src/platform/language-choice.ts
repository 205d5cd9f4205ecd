import { type Language, languageAmong, languages } from '@parley/contract/languages';
import { deviceStorage } from './storage.ts';

const languageKey = 'parley:language';

/** `auto` follows the browser. */
export type LanguageChoice = Language | 'auto';

export function languageChoice(): LanguageChoice {
  const kept = deviceStorage.get(languageKey);
  return languages.find((language) => language === kept) ?? 'auto';
}

/** Keeps the choice for the next start of this browser. */
export function keepLanguage(choice: LanguageChoice): void {
  if (choice === 'auto') deviceStorage.remove(languageKey);
  else deviceStorage.set(languageKey, choice);
}

/** The language chosen in this browser, else the first of the browser's own that there is. */
export function preferredLanguage(): Language {
  const choice = languageChoice();
  return choice === 'auto' ? browserLanguage() : choice;
}

/** The first of the browser's languages that Parley has, else English. */
export function browserLanguage(): Language {
  return languageAmong(navigator.languages);
}

/** What speakers of a language call it: `Español`. */
export function ownNameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
