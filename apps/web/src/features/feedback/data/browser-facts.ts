import { useTheme } from '../../../platform/theme-choice.ts';
import type { BrowserFacts } from './report-body.ts';

/** What a report says about this browser. */
export function readBrowserFacts(): BrowserFacts {
  return {
    version: `Parley ${__PARLEY_VERSION__}`,
    browser: navigator.userAgent,
    language: document.documentElement.lang,
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    window: {
      width: window.innerWidth,
      height: window.innerHeight,
      theme: useTheme.get().dark ? 'dark' : 'light',
    },
    connection: navigator.onLine ? 'online' : 'offline',
  };
}
