import { deviceStorage } from './storage.ts';

/** The key `public/early.js` reads before the first paint. */
export const directionKey = 'parley:direction';

/** `auto` follows the language of the page. */
export type DirectionChoice = 'auto' | 'ltr' | 'rtl';

export function directionChoice(): DirectionChoice {
  const kept = deviceStorage.get(directionKey);
  return kept === 'ltr' || kept === 'rtl' ? kept : 'auto';
}

/** The direction of the page, for users who prefer another direction than the language's. */
export function applyDirection(choice: DirectionChoice, ofLanguage: 'ltr' | 'rtl'): void {
  if (choice === 'auto') deviceStorage.remove(directionKey);
  else deviceStorage.set(directionKey, choice);
  document.documentElement.dir = choice === 'auto' ? ofLanguage : choice;
}
