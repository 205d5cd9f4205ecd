import '@mantine/core/styles/default-css-variables.layer.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from '../platform/theme-choice.ts';
import { cssVariablesResolver, theme } from './theme.ts';

/**
 * Around screens that use parts of the kit (`SelectField` and whatever comes from Mantine). Its code and style sheet come
 * with those screens: signing in and the inbox do without.
 */
export function KitScope({ children }: { children: ReactNode }) {
  const dark = useTheme((state) => state.dark);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={dark ? 'dark' : 'light'}
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

/** The nonce the server wrote into this answer's page, for the style element the kit adds. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
