import { create } from 'zustand';
import { deviceStorage } from './storage.ts';

/** The key `public/early.js` reads before the first paint. */
export const themeKey = 'parley:theme';

export const themeChoices = ['light', 'dark', 'auto'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

type Theme = { choice: ThemeChoice; dark: boolean };

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** What is chosen, and what that means now; `auto` follows the system. */
export const useTheme = create<Theme>(() => themeOf(readChoice()));

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'auto') deviceStorage.remove(themeKey);
  else deviceStorage.set(themeKey, choice);
  useTheme.setState(themeOf(choice));
}

/** Keeps the page in the theme: after a choice here or in another tab, and with the system where nothing is chosen. */
export function startTheme(): void {
  const show = ({ dark }: Theme) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
    // The bar of the browser or of the installed app; `--bg` of the theme, whatever the system says.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = dark ? '#0d1013' : '#f5f5f3';
    }
  };
  show(useTheme.getState());
  useTheme.subscribe(show);
  const readAgain = () => useTheme.setState(themeOf(readChoice()));
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
