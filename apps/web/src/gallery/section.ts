import type { ReactNode } from 'react';

/** One part in all its states. Files named `*.gallery.tsx` export the hook `useSections`, which makes a list of these. */
export type GallerySection = {
  id: string;
  title: string;
  states: ReactNode;
  /** Needs the whole width of the page. */
  wide?: boolean;
};
