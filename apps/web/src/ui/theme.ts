import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { breakpoints } from './breakpoints.ts';

/** The ten steps of tokens.css; Mantine computes hover shades from them, so it wants the values. */
const signal: MantineColorsTuple = [
  '#f1f8ff',
  '#e1eefe',
  '#c4defc',
  '#99c5f7',
  '#6aa9ed',
  '#3e8cdd',
  '#1c6fc0',
  '#045da7',
  '#044b89',
  '#0c3965',
];

/** Mantine in the visual language: our type, corners, breakpoints and sizes. */
export const theme = createTheme({
  colors: { signal },
  primaryColor: 'signal',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 6,
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: 'var(--t-12)', sm: 'var(--t-13)', md: 'var(--t-14)', lg: 'var(--t-16)', xl: 'var(--t-20)' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem' },
  radius: { xs: 'var(--r-xs)', sm: 'var(--r-sm)', md: 'var(--r-md)', lg: 'var(--r-lg)', xl: 'var(--r-xl)' },
  spacing: { xs: 'var(--s-8)', sm: 'var(--s-12)', md: 'var(--s-16)', lg: 'var(--s-20)', xl: 'var(--s-24)' },
  shadows: { md: 'var(--shadow-pop)', xl: 'var(--shadow-dialog)' },
  breakpoints: {
    xs: '30em',
    sm: breakpoints.sm,
    md: breakpoints.md,
    lg: breakpoints.lg,
    xl: breakpoints.xl,
    '2xl': breakpoints['2xl'],
  },
});

/** Points Mantine's own variables at our roles; the roles switch with the theme, so one table serves both. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-error': 'var(--bad-text)',
    '--mantine-color-placeholder': 'var(--text-2)',
    '--mantine-color-disabled': 'var(--n-200)',
    '--mantine-color-disabled-color': 'var(--text-2)',
    '--mantine-color-disabled-border': 'var(--line)',
  };
  return { variables: {}, light: roles, dark: roles };
};
