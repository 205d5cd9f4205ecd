import { createContext, useContext } from 'react';
import type { PreviewComponent } from './example-display.ts';

/** The bubble of the inbox, given by the app: templates stand below the inbox. */
export const PreviewContext = createContext<PreviewComponent>(() => null);

export function usePreview(): PreviewComponent {
  return useContext(PreviewContext);
}
