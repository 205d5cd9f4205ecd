import { lazyComponent } from '../../../platform/lazy-component.tsx';
import type { TemplatePreviewProps } from './template-preview.tsx';

/** The preview of a template in a bubble, for other features. */
export const TemplatePreview = lazyComponent<TemplatePreviewProps>(
  () => import('./template-preview.tsx').then((module) => module.TemplatePreview),
  { fallback: null },
);
