import type { ComponentType } from 'react';
import { loadWords } from './i18n.ts';

/** Brings a screen's code. */
export type ScreenLoader = () => Promise<ComponentType>;

/**
 * The screens of a feature by address, each bringing the feature's words along with its code, and those of the parts that
 * most screens use (dialogs, tables, fields). `words` names other catalogues instead, for screens that do without.
 */
export function featureScreens<const T extends Record<string, ScreenLoader>>(
  feature: string,
  screens: T,
  words: readonly string[] = [feature, 'parts'],
): T {
  const withWords = Object.entries(screens).map(([path, load]) => [
    path,
    async () => {
      const [screen] = await Promise.all([load(), ...words.map(loadWords)]);
      return screen;
    },
  ]);
  return Object.fromEntries(withWords) as T;
}
