import texts from 'virtual:texts';
import { i18n, type Messages } from '@lingui/core';
import { directionChoice } from './direction-choice.ts';
import { formatsInUse, type RegionFormats, setFormatLanguage, setFormats } from './formats.ts';

const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur'];

let current = 'en';
let wanted = 'en';
let others: Promise<void> | null = null;

/**
 * Shows the page in a language. English is part of the code; the texts of others are loaded, and those that cannot be
 * loaded are English. The language asked for last is the one that is shown.
 * @returns once the texts of the first screens are there; null: at once
 */
export function showLanguage(language: string): Promise<void> | null {
  wanted = language;
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
    if (language !== wanted) return;
    activate(language);
    const rest = load(files.others).then(() => {
      if (others === rest) others = null;
    });
    others = rest;
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
