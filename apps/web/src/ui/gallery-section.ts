import type { ReactNode } from 'react';

/**
 * One component in all its states. Files named `*.gallery.tsx` export the hook `useSections`, which returns a list of
 * these.
 */
export type GallerySection = {
  id: string;
  title: string;
  states: ReactNode;
  /** Needs the whole width of the page. */
  wide?: boolean;
};
