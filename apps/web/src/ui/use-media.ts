import { useSyncExternalStore } from 'react';
import { type Breakpoint, belowQuery } from './breakpoints.ts';

/** Whether the screen is narrower than a breakpoint; renders again when that changes. */
export function useBelow(name: Breakpoint): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(belowQuery(name));
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(belowQuery(name)).matches,
  );
}
