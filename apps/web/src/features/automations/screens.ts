import { createElement } from 'react';
import type { PreviewComponent } from '../templates/public.ts';

/** @param loadPreview the bubble that shows a template: the inbox, which owns it, stands above automations */
export function automationsScreens(loadPreview: () => Promise<PreviewComponent>) {
  return {
    '/automations': async () => {
      const [{ AutomationsPage }, { PreviewContext }, Preview] = await Promise.all([
        import('./pages/automations-page.tsx'),
        import('../templates/public.ts'),
        loadPreview(),
      ]);
      return () => createElement(PreviewContext, { value: Preview }, createElement(AutomationsPage));
    },
  };
}
