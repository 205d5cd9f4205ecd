import { deviceStorage } from './storage.ts';
import { createStore } from './store.ts';

/** The key `public/early.js` reads before the first paint. */
export const themeKey = 'parley:theme';

export const themeChoices = ['light', 'dark', 'auto'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

type Theme = { choice: ThemeChoice; dark: boolean };

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** The choice, and the theme it resolves to; `auto` follows the system. */
export const useTheme = createStore(themeOf(readChoice()));

export function applyTheme(choice: ThemeChoice): void {
  if (choice === 'auto') deviceStorage.remove(themeKey);
  else deviceStorage.set(themeKey, choice);
  useTheme.set(themeOf(choice));
}

/** Applies the theme to the page: after a choice here or in another tab, and with the system on `auto`. */
export function startTheme(): void {
  const show = () => {
    const { dark } = useTheme.get();
    document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light');
    // The bar of the browser or of the installed app: `--bg` of the theme, whatever the system's is.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = dark ? '#0d1013' : '#f5f5f3';
    }
  };
  show();
  useTheme.subscribe(show);
  const readAgain = () => useTheme.set(themeOf(readChoice()));
  systemIsDark().addEventListener('change', readAgain);
  window.addEventListener('storage', (event) => {
    if (event.key === themeKey || event.key === null) readAgain();
  });
}

function readChoice(): ThemeChoice {
  const kept = deviceStorage.get(themeKey);
  return kept === 'light' || kept === 'dark' ? kept : 'auto';
}

function themeOf(choice: ThemeChoice): Theme {
  return { choice, dark: choice === 'dark' || (choice === 'auto' && systemIsDark().matches) };
}
