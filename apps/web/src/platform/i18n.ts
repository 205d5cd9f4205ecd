import texts from 'virtual:texts';
import { i18n, type Messages } from '@lingui/core';
import { directionChoice } from './direction-choice.ts';
import { formatsInUse, type RegionFormats, setFormatLanguage, setFormats } from './formats.ts';

/** Languages of the interface. English is part of the code; the texts of others are loaded. */
const languages = ['en'] as const;
export type Language = (typeof languages)[number];

const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur'];

let current = 'en';
let others: Promise<void> | null = null;

/**
 * Shows the page in a language. Texts that cannot be loaded are English.
 * @returns once the texts of the first screens are there; null: at once
 */
export function showLanguage(language: string): Promise<void> | null {
  const files = texts[language];
  if (files === undefined) {
    activate(language);
    return null;
  }
  const load = (file: () => Promise<{ default: Messages }>) =>
    file().then(
      (module) => i18n.load(language, module.default),
      () => undefined,
    );
  return load(files.first).then(() => {
    activate(language);
    others = load(files.others).then(() => {
      others = null;
    });
  });
}

/** Until the texts of screens that load later are there; null: nothing is loading. */
export function laterTexts(): Promise<void> | null {
  return others;
}

/** Sets the page's language and its direction. */
function activate(language: string): void {
  current = language;
  document.documentElement.lang = language;
  setFormatLanguage(language);
  i18n.activate(language, formatsInUse().counts);
  const chosen = directionChoice();
  document.documentElement.dir = chosen === 'auto' ? directionOf(language) : chosen;
}

/** Writes dates and numbers in formats, and draws the page again. */
export function applyFormats(formats: RegionFormats | null | undefined): void {
  setFormats(formats);
  activate(current);
}

/** The writing direction of a language. */
export function directionOf(language: string = current): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr';
}

/** The initial language: English until there is another. */
export function preferredLanguage(): Language {
  return languages[0];
}
