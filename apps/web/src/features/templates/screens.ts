import { type ComponentType, createElement } from 'react';
import type { PreviewComponent } from './data/example-display.ts';

/** The lists are one module: users of one usually open the next. */
const lists = () => import('./pages/lists.ts');
const editor = () => import('./pages/editor-page.tsx');
const context = () => import('./data/preview-context.ts');

/** @param loadPreview the bubble that shows a template */
export function templatesScreens(loadPreview: () => Promise<PreviewComponent>) {
  const withPreview = (load: () => Promise<ComponentType>) => async () => {
    const [Screen, { PreviewContext }, Preview] = await Promise.all([load(), context(), loadPreview()]);
    return () => createElement(PreviewContext, { value: Preview }, createElement(Screen));
  };
  return {
    '/templates': async () => (await lists()).OverviewPage,
    '/templates/whatsapp': withPreview(async () => (await lists()).WhatsAppPage),
    '/templates/session': withPreview(async () => (await lists()).SessionPage),
    '/templates/wa-sync': async () => (await lists()).SyncPage,
    '/templates/add': withPreview(async () => (await editor()).AddTemplatePage),
    '/templates/{id}/edit': withPreview(async () => (await editor()).EditTemplatePage),
  };
}
