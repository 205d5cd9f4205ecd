import { i18n } from '@lingui/core';
import { directionChoice } from './direction-choice.ts';
import { formatsInUse, type RegionFormats, setFormats } from './formats.ts';

/**
 * Languages of the interface. English is part of the code: each message has its text where it is used. Another language
 * would be a catalogue passed to `i18n.load` before it is activated.
 */
const languages = ['en'] as const;
export type Language = (typeof languages)[number];

const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur'];

let current: Language = 'en';

/** Sets the page's language and its direction. */
export function activateLanguage(language: Language): void {
  current = language;
  i18n.activate(language, formatsInUse().counts);
  document.documentElement.lang = language;
  const chosen = directionChoice();
  document.documentElement.dir = chosen === 'auto' ? directionOf(language) : chosen;
}

/** Writes dates and numbers in formats, and draws the page again. */
export function applyFormats(formats: RegionFormats | null | undefined): void {
  setFormats(formats);
  activateLanguage(current);
}

/** The writing direction of a language. */
export function directionOf(language: Language = current): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr';
}

/** The initial language: English until there is another. */
export function preferredLanguage(): Language {
  return languages[0];
}
