import { useReadable } from '../platform/store.ts';
import { type Breakpoint, belowQuery } from './breakpoints.ts';

/** Whether a media query holds; renders again when that changes. */
export function useMedia(query: string): boolean {
  return useReadable({
    get: () => window.matchMedia(query).matches,
    subscribe(listener) {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
  });
}

/** Whether the screen is narrower than a breakpoint. */
export function useBelow(name: Breakpoint): boolean {
  return useMedia(belowQuery(name));
}
